//! The walk over the tree: one method a construct that has types in it.
//!
//! What it erases from the source it takes out of the tree as well, so that plain JavaScript is left in both.

use oxc_allocator::{Allocator, ArenaVec, Box as ArenaBox, Dummy, TakeIn};
#[allow(clippy::wildcard_imports, reason = "a walk over the tree names most of its types")]
use oxc_ast::{ast::*, ast_kind::AstType};
use oxc_ast_visit::{Visit, VisitJsMut, walk_js_mut};
use oxc_parser::Kind;
use oxc_semantic::Stats;
use oxc_span::{GetSpan, Span};
use oxc_syntax::{
    precedence::{GetPrecedence, Precedence},
    scope::ScopeFlags,
};

use super::{
    Goal,
    declarations::{self, Fate, Rules},
    diagnostics::{self, Fault},
    edits::{Edits, Put},
    members::Members,
    tokens::Tokens,
};

/// What a walk comes to.
pub struct Erased {
    pub edits: Edits,
    /// What cannot be erased.
    pub faults: Vec<Fault>,
    /// About how much of each is left.
    pub stats: Stats,
    /// The steps from what is left to the scopes around it, and to the expressions where those are searched.
    pub scope_steps: u64,
}

/// Collects the edits and what cannot be erased.
pub struct Eraser<'a, 't> {
    arena: &'a Allocator,
    source: &'a str,
    rules: Rules<'t>,
    tokens: Tokens<'t>,
    edits: Edits,
    faults: Vec<Fault>,
    stats: Stats,
    /// Scopes around what is visited, and expressions.
    depth: u64,
    nesting: u64,
    scope_steps: u64,
}

impl<'a, 't> Eraser<'a, 't> {
    pub fn new(arena: &'a Allocator, source: &'a str, rules: Rules<'t>, tokens: Tokens<'t>) -> Self {
        Self {
            arena,
            source,
            rules,
            tokens,
            edits: Edits::default(),
            faults: Vec::new(),
            stats: Stats::default(),
            depth: 0,
            nesting: 0,
            scope_steps: 0,
        }
    }

    pub fn finish(self) -> Erased {
        let Self { edits, faults, stats, scope_steps, .. } = self;
        Erased { edits, faults, stats, scope_steps }
    }

    fn blank(&mut self, span: Span) {
        self.edits.blank(span.start, span.end);
    }

    /// Blanks the token at or after `offset` if it is of this kind, and gives the offset after it.
    fn blank_if(&mut self, offset: u32, kind: Kind) -> u32 {
        match self.tokens.next(offset) {
            Some(token) if token.kind() == kind => {
                self.edits.blank(token.start(), token.end());
                token.end()
            }
            _ => offset,
        }
    }

    fn blank_annotation(&mut self, annotation: &mut Option<ArenaBox<'a, TSTypeAnnotation<'a>>>) {
        self.blank_types(annotation, |types, annotation| types.visit_ts_type_annotation(annotation));
    }

    fn blank_type_parameters(&mut self, parameters: &mut Option<ArenaBox<'a, TSTypeParameterDeclaration<'a>>>) {
        self.blank_types(parameters, |types, parameters| types.visit_ts_type_parameter_declaration(parameters));
    }

    fn blank_type_arguments(&mut self, arguments: &mut Option<ArenaBox<'a, TSTypeParameterInstantiation<'a>>>) {
        self.blank_types(arguments, |types, arguments| types.visit_ts_type_parameter_instantiation(arguments));
    }

    fn blank_types<T: GetSpan>(
        &mut self,
        types: &mut Option<ArenaBox<'a, T>>,
        walk: impl FnOnce(&mut Members<'_, 't>, &T),
    ) {
        if let Some(types) = types.take() {
            self.check_types(types.span(), |members| walk(members, &types));
            self.blank(types.span());
        }
    }

    /// Where the next token could go on with what stood before erased text, a semicolon ends it.
    fn continues_statement(&self, offset: u32) -> bool {
        self.tokens.next_kind(offset).is_some_and(|kind| {
            matches!(
                kind,
                Kind::LParen
                    | Kind::LBrack
                    | Kind::LAngle
                    | Kind::NoSubstitutionTemplate
                    | Kind::TemplateHead
                    | Kind::Slash
                    | Kind::SlashEq
                    | Kind::RegExp
                    | Kind::Plus
                    | Kind::Minus
                    | Kind::Plus2
                    | Kind::Minus2
            )
        })
    }

    /// Where the first of `statements` after `index` that stays begins.
    fn next_kept(&self, statements: &[Statement<'a>], index: usize) -> Option<u32> {
        let after = statements.get(index + 1..).unwrap_or_default();
        let kept = after.iter().find(|next| !matches!(declarations::fate(next, self.rules), Fate::Erased));
        kept.map(|next| next.span().start)
    }

    /// Erases a whole statement. `x⏎type T = 1⏎(y)` must not become a call.
    fn erase_statement(&mut self, span: Span, needs_semicolon: bool) {
        self.edits.put(span.start, span.end, if needs_semicolon { Put::Semicolon } else { Put::Space });
    }

    /// The assertion that ends at `end` has been erased from `start` on: `x as T⏎(y)` must not become a call.
    fn blank_assertion(&mut self, expression_end: u32, end: u32) {
        let Some(token) = self.tokens.next(expression_end) else { return };
        let calls = self.tokens.next_kind(end).is_some_and(|kind| {
            matches!(kind, Kind::LParen | Kind::LBrack | Kind::NoSubstitutionTemplate | Kind::TemplateHead)
        });
        self.edits.put(token.start(), end, if calls { Put::Semicolon } else { Put::Space });
    }

    fn blank_modifiers(&mut self, start: u32, end: u32, mut needs_semicolon: bool) {
        for token in self.tokens.within(start, end) {
            let erased = matches!(
                token.kind(),
                Kind::Public
                    | Kind::Private
                    | Kind::Protected
                    | Kind::Readonly
                    | Kind::Override
                    | Kind::Declare
                    | Kind::Abstract
            );
            if erased {
                let put = if needs_semicolon { Put::Semicolon } else { Put::Space };
                self.edits.put(token.start(), token.end(), put);
            }
            // A modifier that stays ends the element before as well.
            needs_semicolon = false;
        }
    }

    /// Is the token before `offset` one that leaves a class field open to what follows?
    fn follows_open_field(&self, offset: u32) -> bool {
        self.tokens.previous(offset).is_some_and(|token| !matches!(token.kind(), Kind::Semicolon | Kind::LCurly))
    }

    /// The end of a class element's name, after the bracket of a computed one.
    fn name_end(&self, key: &PropertyKey<'a>, computed: bool) -> u32 {
        let end = key.span().end;
        if !computed {
            return end;
        }
        match self.tokens.next(end) {
            Some(token) if token.kind() == Kind::RBrack => token.end(),
            _ => end,
        }
    }

    /// `<T>⏎(a) => b`: no line break may come to stand before the parenthesis.
    fn blank_arrow_type_parameters(&mut self, span: Span, params: Span) {
        if self.has_line_break(span.start, params.start) {
            self.edits.put(span.start, span.end, Put::OpenParen);
            self.edits.blank(params.start, params.start + 1);
        } else {
            self.blank(span);
        }
    }

    /// `(a):⏎T => b`: no line break may come to stand between the parenthesis and the arrow.
    fn blank_arrow_return_type(&mut self, span: Span) {
        let Some(paren) = self.tokens.previous(span.start) else { return };
        if self.has_line_break(paren.end(), span.end) {
            let last = self.source.floor_char_boundary(span.end as usize - 1);
            let last = u32::try_from(last).unwrap_or(span.start);
            self.edits.blank(paren.start(), paren.end());
            self.edits.blank(span.start, last);
            self.edits.put(last, span.end, Put::CloseParen);
        } else {
            self.blank(span);
        }
    }

    fn has_line_break(&self, start: u32, end: u32) -> bool {
        let text = self.source.get(start as usize..end as usize).unwrap_or_default();
        text.contains(['\n', '\r', '\u{2028}', '\u{2029}'])
    }

    fn check_type(&mut self, r#type: &TSType<'a>) {
        self.check_types(r#type.span(), |types| types.visit_ts_type(r#type));
    }

    /// What is wrong in the types at `span`, which are about to be erased.
    fn check_types(&mut self, span: Span, walk: impl FnOnce(&mut Members<'_, 't>)) {
        let text = self.source.as_bytes().get(span.start as usize..span.end as usize).unwrap_or_default();
        // Most types are names.
        if text.iter().any(|byte| matches!(byte, b'{' | b'(')) {
            walk(&mut Members { tokens: &self.tokens, faults: &mut self.faults });
        }
    }

    fn field(&mut self, element: FieldParts<'_, 'a>) {
        let FieldParts { span, key, computed, type_annotation, value } = element;
        let name_end = self.name_end(key, computed);
        let mut end = self.blank_if(name_end, Kind::Question);
        end = self.blank_if(end, Kind::Bang);
        if let Some(annotation) = type_annotation.take() {
            self.check_types(annotation.span, |types| types.visit_ts_type_annotation(&annotation));
            end = annotation.span.end;
            self.blank(annotation.span);
        }
        let tail = match value {
            Some(value) => {
                let end = value.span().end;
                self.visit_expression(value);
                end
            }
            None if is_modifier_name(key) => end,
            None => return,
        };
        let ends_open = self.tokens.next_kind(tail).is_some_and(|kind| !matches!(kind, Kind::Semicolon | Kind::RCurly));
        if ends_open && tail <= span.end {
            self.edits.end_with_semicolon(tail);
        }
    }
}

/// What a field and an accessor field have in common.
struct FieldParts<'e, 'a> {
    span: Span,
    key: &'e PropertyKey<'a>,
    computed: bool,
    type_annotation: &'e mut Option<ArenaBox<'a, TSTypeAnnotation<'a>>>,
    value: &'e mut Option<Expression<'a>>,
}

/// `get: T⏎m() {}` must not become a getter.
fn is_modifier_name(key: &PropertyKey<'_>) -> bool {
    matches!(key, PropertyKey::StaticIdentifier(name)
        if matches!(name.name.as_str(), "get" | "set" | "static" | "async" | "accessor"))
}

fn is_erased_element(element: &ClassElement<'_>) -> bool {
    match element {
        ClassElement::StaticBlock(_) => false,
        ClassElement::MethodDefinition(method) => method.r#type.is_abstract() || method.value.body.is_none(),
        ClassElement::PropertyDefinition(property) => property.declare || property.r#type.is_abstract(),
        ClassElement::AccessorProperty(property) => property.r#type.is_abstract(),
        ClassElement::TSIndexSignature(_) => true,
    }
}

/// The expression under assertions that are about to be erased.
fn asserted<'e, 'a>(expression: &'e Expression<'a>) -> &'e Expression<'a> {
    let mut inner = expression;
    loop {
        inner = match inner {
            Expression::TSAsExpression(assertion) => &assertion.expression,
            Expression::TSSatisfiesExpression(assertion) => &assertion.expression,
            _ => return inner,
        }
    }
}

fn is_asserted(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::TSAsExpression(_) | Expression::TSSatisfiesExpression(_))
}

/// `a + b as T * c`: without the assertion, `*` would apply to `b` alone.
fn regroups(left: &Expression<'_>, outer: Precedence) -> bool {
    if !is_asserted(left) {
        return false;
    }
    match asserted(left) {
        Expression::BinaryExpression(inner) => {
            outer > inner.precedence() || (outer == Precedence::Exponentiation && inner.precedence() == outer)
        }
        Expression::LogicalExpression(inner) => outer > inner.precedence(),
        Expression::PrivateInExpression(_) => outer > Precedence::Compare,
        Expression::UnaryExpression(_) | Expression::AwaitExpression(_) => outer == Precedence::Exponentiation,
        _ => false,
    }
}

/// `a ?? b as T && c`: without the assertion, `??` would mix with another logical operator.
fn mixes_nullish(operator: LogicalOperator, side: &Expression<'_>) -> bool {
    is_asserted(side)
        && matches!(asserted(side), Expression::LogicalExpression(inner)
            if inner.operator.is_coalesce() != operator.is_coalesce())
}

/// Does a node count as one level of the depth that looking for a scope passes?
fn is_level(kind: AstType) -> bool {
    matches!(
        kind,
        AstType::BlockStatement
            | AstType::FunctionBody
            | AstType::ArrowFunctionExpression
            | AstType::LabeledStatement
            | AstType::IfStatement
            | AstType::ForStatement
            | AstType::ForInStatement
            | AstType::ForOfStatement
            | AstType::WhileStatement
            | AstType::DoWhileStatement
            | AstType::SwitchStatement
            | AstType::ClassBody
    )
}

impl<'a> VisitJsMut<'a> for Eraser<'a, '_> {
    fn enter_node(&mut self, kind: AstType) {
        match kind {
            // Expressions nest without scopes, but what looks for the statement around it passes them as well.
            kind if is_level(kind) => {
                self.stats.scopes += 1;
                self.depth += 1;
                self.scope_steps += self.depth;
            }
            AstType::IdentifierReference => {
                self.stats.references += 1;
                self.scope_steps += self.depth;
            }
            AstType::BindingIdentifier => {
                self.stats.symbols += 1;
                self.scope_steps += self.depth;
            }
            AstType::LabelIdentifier
            | AstType::PrivateIdentifier
            | AstType::BreakStatement
            | AstType::ContinueStatement => self.scope_steps += self.depth,
            AstType::AwaitExpression | AstType::YieldExpression | AstType::Super | AstType::NewTarget => {
                self.scope_steps += self.depth + self.nesting;
            }
            _ => {}
        }
    }

    fn leave_node(&mut self, kind: AstType) {
        if is_level(kind) {
            self.depth -= 1;
        }
    }

    fn visit_statements(&mut self, statements: &mut ArenaVec<'a, Statement<'a>>) {
        let mut erased = false;
        let mut follows_code = false;
        for index in 0..statements.len() {
            let Some(statement) = statements.get(index) else { continue };
            let span = statement.span();
            match declarations::fate(statement, self.rules) {
                Fate::Erased => {
                    let needs_semicolon = follows_code
                        && self.tokens.previous(span.start).is_some_and(|token| token.kind() != Kind::Semicolon)
                        && self.next_kept(statements, index).is_some_and(|next| self.continues_statement(next));
                    // Only the first of several has to end what stands before them.
                    follows_code = false;
                    if let Some(statement) = statements.get(index) {
                        self.check_types(span, |types| types.visit_statement(statement));
                    }
                    self.erase_statement(span, needs_semicolon);
                    erased = true;
                }
                Fate::Refused(fault) => {
                    self.faults.push(fault);
                    follows_code = true;
                }
                Fate::Kept => {
                    if let Some(statement) = statements.get_mut(index) {
                        walk_js_mut::walk_statement(self, statement);
                    }
                    follows_code = true;
                }
            }
        }
        if erased {
            let rules = self.rules;
            statements.retain(|statement| !matches!(declarations::fate(statement, rules), Fate::Erased));
        }
    }

    /// A statement that is the whole body of another one: something has to be left.
    fn visit_statement(&mut self, statement: &mut Statement<'a>) {
        match declarations::fate(statement, self.rules) {
            Fate::Erased => {
                self.erase_statement(statement.span(), true);
                *statement = Statement::EmptyStatement(ArenaBox::new_in(Dummy::dummy(self.arena), &self.arena));
            }
            Fate::Refused(fault) => self.faults.push(fault),
            Fate::Kept => {
                if !matches!(
                    statement.as_declaration(),
                    None | Some(Declaration::VariableDeclaration(_) | Declaration::FunctionDeclaration(_))
                ) {
                    self.faults.push(diagnostics::declaration_as_body(statement.span()));
                }
                walk_js_mut::walk_statement(self, statement);
            }
        }
    }

    fn visit_expression(&mut self, expression: &mut Expression<'a>) {
        self.nesting += 1;
        self.erase_in_expression(expression);
        self.nesting -= 1;
    }

    fn visit_identifier_reference(&mut self, identifier: &mut IdentifierReference<'a>) {
        if matches!(identifier.name.as_str(), "arguments" | "eval") {
            self.scope_steps += self.nesting;
        }
        walk_js_mut::walk_identifier_reference(self, identifier);
    }

    fn visit_simple_assignment_target(&mut self, target: &mut SimpleAssignmentTarget<'a>) {
        let expression = match target {
            SimpleAssignmentTarget::TSAsExpression(assertion) => {
                self.visit_expression(&mut assertion.expression);
                self.check_type(&assertion.type_annotation);
                self.blank_assertion(assertion.expression.span().end, assertion.span.end);
                &mut assertion.expression
            }
            SimpleAssignmentTarget::TSSatisfiesExpression(assertion) => {
                self.visit_expression(&mut assertion.expression);
                self.check_type(&assertion.type_annotation);
                self.blank_assertion(assertion.expression.span().end, assertion.span.end);
                &mut assertion.expression
            }
            SimpleAssignmentTarget::TSNonNullExpression(assertion) => {
                self.visit_expression(&mut assertion.expression);
                self.edits.blank(assertion.span.end - 1, assertion.span.end);
                &mut assertion.expression
            }
            SimpleAssignmentTarget::TSTypeAssertion(assertion) => {
                self.faults.push(diagnostics::angle_bracket_assertion(assertion.span));
                return;
            }
            _ => return walk_js_mut::walk_simple_assignment_target(self, target),
        };
        if let Some(plain) = as_target(expression.take_in(&self.arena)) {
            *target = plain;
        }
    }

    /// `(a as T) = b` is one, `a as T = b` is not.
    fn visit_assignment_expression(&mut self, assignment: &mut AssignmentExpression<'a>) {
        if let AssignmentTarget::TSAsExpression(_) | AssignmentTarget::TSSatisfiesExpression(_) = &assignment.left
            && let Some(token) = self.tokens.next(assignment.left.span().end)
            && token.kind() != Kind::RParen
        {
            self.faults.push(diagnostics::assertion_as_target(assignment.left.span()));
        }
        walk_js_mut::walk_assignment_expression(self, assignment);
    }

    fn visit_chain_element(&mut self, element: &mut ChainElement<'a>) {
        if let ChainElement::TSNonNullExpression(assertion) = element {
            self.visit_expression(&mut assertion.expression);
            self.edits.blank(assertion.span.end - 1, assertion.span.end);
        } else {
            walk_js_mut::walk_chain_element(self, element);
        }
    }

    fn visit_binary_expression(&mut self, binary: &mut BinaryExpression<'a>) {
        if regroups(&binary.left, binary.precedence()) {
            self.faults.push(diagnostics::regrouping_assertion(binary.left.span()));
        }
        walk_js_mut::walk_binary_expression(self, binary);
    }

    fn visit_logical_expression(&mut self, logical: &mut LogicalExpression<'a>) {
        if regroups(&logical.left, logical.precedence())
            || mixes_nullish(logical.operator, &logical.left)
            || mixes_nullish(logical.operator, &logical.right)
        {
            self.faults.push(diagnostics::regrouping_assertion(logical.left.span()));
        }
        walk_js_mut::walk_logical_expression(self, logical);
    }

    fn visit_call_expression(&mut self, call: &mut CallExpression<'a>) {
        self.visit_expression(&mut call.callee);
        self.blank_type_arguments(&mut call.type_arguments);
        self.visit_arguments(&mut call.arguments);
    }

    fn visit_new_expression(&mut self, new: &mut NewExpression<'a>) {
        self.visit_expression(&mut new.callee);
        self.blank_type_arguments(&mut new.type_arguments);
        self.visit_arguments(&mut new.arguments);
    }

    fn visit_tagged_template_expression(&mut self, tagged: &mut TaggedTemplateExpression<'a>) {
        self.visit_expression(&mut tagged.tag);
        self.blank_type_arguments(&mut tagged.type_arguments);
        self.visit_template_literal(&mut tagged.quasi);
    }

    fn visit_import_expression(&mut self, import: &mut ImportExpression<'a>) {
        if import.phase.is_some() {
            self.faults.push(diagnostics::import_phase(import.span));
        }
        walk_js_mut::walk_import_expression(self, import);
    }

    fn visit_import_meta(&mut self, meta: &mut ImportMeta) {
        if self.rules.goal == Goal::Body {
            self.faults.push(diagnostics::import_meta(meta.span));
        }
    }

    fn visit_decorator(&mut self, decorator: &mut Decorator<'a>) {
        self.faults.push(diagnostics::decorator(decorator.span));
    }

    fn visit_variable_declarator(&mut self, declarator: &mut VariableDeclarator<'a>) {
        self.visit_binding_pattern(&mut declarator.id);
        if declarator.definite {
            self.blank_if(declarator.id.span().end, Kind::Bang);
        }
        self.blank_annotation(&mut declarator.type_annotation);
        if let Some(init) = &mut declarator.init {
            self.visit_expression(init);
        }
    }

    fn visit_catch_parameter(&mut self, parameter: &mut CatchParameter<'a>) {
        self.visit_binding_pattern(&mut parameter.pattern);
        self.blank_annotation(&mut parameter.type_annotation);
    }

    fn visit_function(&mut self, function: &mut Function<'a>, _flags: ScopeFlags) {
        self.blank_type_parameters(&mut function.type_parameters);
        if let Some(this) = function.this_param.take() {
            let end = match self.tokens.next(this.span.end) {
                Some(comma) if comma.kind() == Kind::Comma => comma.end(),
                _ => this.span.end,
            };
            self.edits.blank(this.span.start, end);
        }
        self.visit_formal_parameters(&mut function.params);
        self.blank_annotation(&mut function.return_type);
        if let Some(body) = &mut function.body {
            self.visit_function_body(body);
        }
    }

    fn visit_formal_parameter(&mut self, parameter: &mut FormalParameter<'a>) {
        if parameter.has_modifier() && self.rules.types.is_none() {
            self.faults.push(diagnostics::non_erasable_parameter_property(parameter.span));
        }
        self.visit_decorators(&mut parameter.decorators);
        self.visit_binding_pattern(&mut parameter.pattern);
        if parameter.optional {
            self.blank_if(parameter.pattern.span().end, Kind::Question);
            parameter.optional = false;
        }
        self.blank_annotation(&mut parameter.type_annotation);
        if let Some(initializer) = &mut parameter.initializer {
            self.visit_expression(initializer);
        }
    }

    fn visit_formal_parameter_rest(&mut self, rest: &mut FormalParameterRest<'a>) {
        self.visit_decorators(&mut rest.decorators);
        self.visit_binding_rest_element(&mut rest.rest);
        self.blank_annotation(&mut rest.type_annotation);
    }

    fn visit_arrow_function_expression(&mut self, arrow: &mut ArrowFunctionExpression<'a>) {
        self.enter_node(AstType::ArrowFunctionExpression);
        if let Some(parameters) = arrow.type_parameters.take() {
            self.blank_arrow_type_parameters(parameters.span, arrow.params.span);
        }
        self.visit_formal_parameters(&mut arrow.params);
        if let Some(return_type) = arrow.return_type.take() {
            self.check_types(return_type.span, |types| types.visit_ts_type_annotation(&return_type));
            self.blank_arrow_return_type(return_type.span);
        }
        self.visit_arrow_function_body(&mut arrow.body);
        self.leave_node(AstType::ArrowFunctionExpression);
    }

    fn visit_class(&mut self, class: &mut Class<'a>) {
        self.visit_decorators(&mut class.decorators);
        let head = self.tokens.from(class.span.start);
        for token in head.iter().take_while(|token| token.kind() != Kind::Class) {
            if matches!(token.kind(), Kind::Abstract | Kind::Declare) {
                self.edits.blank(token.start(), token.end());
            }
        }
        class.r#abstract = false;
        self.blank_type_parameters(&mut class.type_parameters);
        if let Some(heritage) = &mut class.heritage {
            self.visit_expression(&mut heritage.expression);
            self.blank_type_arguments(&mut heritage.type_arguments);
        }
        if let (Some(first), Some(last)) = (class.implements.first(), class.implements.last())
            && let Some(keyword) = self.tokens.previous(first.span.start)
        {
            self.edits.blank(keyword.start(), last.span.end);
            class.implements.clear();
        }
        self.visit_class_body(&mut class.body);
    }

    fn visit_class_elements(&mut self, elements: &mut ArenaVec<'a, ClassElement<'a>>) {
        for element in elements.iter_mut() {
            if is_erased_element(element) {
                self.visit_element_decorators(element);
                let span = element.span();
                let needs_semicolon = self.follows_open_field(span.start);
                self.erase_statement(span, needs_semicolon);
            } else {
                self.visit_class_element(element);
            }
        }
        elements.retain(|element| !is_erased_element(element));
    }

    fn visit_method_definition(&mut self, method: &mut MethodDefinition<'a>) {
        self.visit_decorators(&mut method.decorators);
        let open = self.follows_open_field(method.span.start);
        self.blank_modifiers(method.span.start, method.key.span().start, open);
        self.visit_property_key(&mut method.key);
        if method.optional {
            let end = self.name_end(&method.key, method.computed);
            self.blank_if(end, Kind::Question);
        }
        self.visit_function(&mut method.value, ScopeFlags::Function);
    }

    fn visit_property_definition(&mut self, property: &mut PropertyDefinition<'a>) {
        self.visit_decorators(&mut property.decorators);
        let open = self.follows_open_field(property.span.start);
        self.blank_modifiers(property.span.start, property.key.span().start, open);
        self.visit_property_key(&mut property.key);
        self.field(FieldParts {
            span: property.span,
            key: &property.key,
            computed: property.computed,
            type_annotation: &mut property.type_annotation,
            value: &mut property.value,
        });
    }

    fn visit_accessor_property(&mut self, property: &mut AccessorProperty<'a>) {
        self.faults.push(diagnostics::accessor_keyword(property.span));
        self.visit_decorators(&mut property.decorators);
    }

    fn visit_ts_module_block(&mut self, block: &mut TSModuleBlock<'a>) {
        let around = self.rules.in_namespace;
        self.rules.in_namespace = true;
        walk_js_mut::walk_ts_module_block(self, block);
        self.rules.in_namespace = around;
    }

    fn visit_import_declaration(&mut self, import: &mut ImportDeclaration<'a>) {
        let Some(specifiers) = &mut import.specifiers else { return };
        for specifier in specifiers.iter() {
            if let ImportDeclarationSpecifier::ImportSpecifier(specifier) = specifier
                && specifier.import_kind.is_type()
            {
                self.blank_specifier(specifier.span);
            }
        }
        specifiers.retain(|specifier| {
            !matches!(specifier, ImportDeclarationSpecifier::ImportSpecifier(specifier) if specifier.import_kind.is_type())
        });
    }

    fn visit_export_named_declaration(&mut self, export: &mut ExportNamedDeclaration<'a>) {
        self.blank_type_specifiers(&mut export.specifiers);
    }

    fn visit_export_from_declaration(&mut self, export: &mut ExportFromDeclaration<'a>) {
        self.blank_type_specifiers(&mut export.specifiers);
    }
}

impl<'a> Eraser<'a, '_> {
    fn erase_in_expression(&mut self, expression: &mut Expression<'a>) {
        let inner = match expression {
            Expression::TSAsExpression(assertion) => {
                self.visit_expression(&mut assertion.expression);
                self.check_type(&assertion.type_annotation);
                self.blank_assertion(assertion.expression.span().end, assertion.span.end);
                assertion.expression.take_in(&self.arena)
            }
            Expression::TSSatisfiesExpression(assertion) => {
                self.visit_expression(&mut assertion.expression);
                self.check_type(&assertion.type_annotation);
                self.blank_assertion(assertion.expression.span().end, assertion.span.end);
                assertion.expression.take_in(&self.arena)
            }
            Expression::TSNonNullExpression(assertion) => {
                self.visit_expression(&mut assertion.expression);
                self.edits.blank(assertion.span.end - 1, assertion.span.end);
                assertion.expression.take_in(&self.arena)
            }
            Expression::TSInstantiationExpression(instantiation) => {
                self.visit_expression(&mut instantiation.expression);
                self.blank(instantiation.type_arguments.span);
                instantiation.expression.take_in(&self.arena)
            }
            Expression::TSTypeAssertion(assertion) => {
                self.faults.push(diagnostics::angle_bracket_assertion(assertion.span));
                return;
            }
            _ => return walk_js_mut::walk_expression(self, expression),
        };
        *expression = inner;
    }

    fn visit_element_decorators(&mut self, element: &mut ClassElement<'a>) {
        match element {
            ClassElement::MethodDefinition(method) => self.visit_decorators(&mut method.decorators),
            ClassElement::PropertyDefinition(property) => self.visit_decorators(&mut property.decorators),
            ClassElement::AccessorProperty(property) => self.visit_decorators(&mut property.decorators),
            ClassElement::StaticBlock(_) | ClassElement::TSIndexSignature(_) => {}
        }
    }

    fn blank_type_specifiers(&mut self, specifiers: &mut ArenaVec<'a, ExportSpecifier<'a>>) {
        for specifier in specifiers.iter() {
            if specifier.export_kind.is_type() {
                self.blank_specifier(specifier.span);
            }
        }
        specifiers.retain(|specifier| !specifier.export_kind.is_type());
    }

    /// `{ type A, b }`: the comma goes with it.
    fn blank_specifier(&mut self, span: Span) {
        let end = match self.tokens.next(span.end) {
            Some(comma) if comma.kind() == Kind::Comma => comma.end(),
            _ => span.end,
        };
        self.edits.blank(span.start, end);
    }
}

/// The assignment target that an expression is, once its assertions are erased.
fn as_target(expression: Expression<'_>) -> Option<SimpleAssignmentTarget<'_>> {
    match expression {
        Expression::Identifier(identifier) => Some(SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier)),
        Expression::ParenthesizedExpression(inner) => as_target(inner.unbox().expression),
        Expression::ComputedMemberExpression(member) => Some(SimpleAssignmentTarget::ComputedMemberExpression(member)),
        Expression::StaticMemberExpression(member) => Some(SimpleAssignmentTarget::StaticMemberExpression(member)),
        Expression::PrivateFieldExpression(member) => Some(SimpleAssignmentTarget::PrivateFieldExpression(member)),
        _ => None,
    }
}
