//! The walk over the tree: one method a construct that has types in it.
//!
//! What it erases from the source it takes out of the tree as well, so that plain JavaScript is left in both.

use std::mem;

use oxc_allocator::{Allocator, ArenaVec, Box as ArenaBox, Dummy, TakeIn};
#[allow(clippy::wildcard_imports, reason = "a walk over the tree names most of its types")]
use oxc_ast::{ast::*, ast_kind::AstType};
use oxc_ast_visit::{Visit, VisitJsMut, walk_js_mut};
use oxc_ecmascript::PropName;
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
    text::Text,
};

const IMPLEMENTS_LENGTH: u32 = 10;

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
    rules: Rules<'t>,
    text: &'t Text<'a>,
    edits: Edits,
    faults: Vec<Fault>,
    stats: Stats,
    /// Scopes around what is visited, and expressions.
    depth: u64,
    nesting: u64,
    scope_steps: u64,
    /// Is nothing in what was visited that the search for early errors would look at?
    is_plain: bool,
    /// Formal parameters and static blocks around what is visited: `await` may be an error in them.
    await_refusers: u32,
    /// Where the expression ends that was asserted last, and where the token after it begins: a chain of assertions asks
    /// for it at each of them.
    asserted: (u32, u32),
}

impl<'a, 't> Eraser<'a, 't> {
    pub fn new(arena: &'a Allocator, rules: Rules<'t>, text: &'t Text<'a>) -> Self {
        Self {
            arena,
            rules,
            text,
            edits: Edits::default(),
            faults: Vec::new(),
            stats: Stats::default(),
            depth: 0,
            nesting: 0,
            scope_steps: 0,
            is_plain: true,
            await_refusers: 0,
            asserted: (0, 0),
        }
    }

    pub fn finish(self) -> Erased {
        let Self { edits, faults, stats, scope_steps, .. } = self;
        Erased { edits, faults, stats, scope_steps }
    }

    fn blank(&mut self, span: Span) {
        self.edits.blank(span.start, span.end);
    }

    /// Blanks the token at or after `offset` if it is this character, and gives the offset after it.
    fn blank_if(&mut self, offset: u32, character: u8) -> u32 {
        match self.text.end_of(character, offset) {
            Some(end) => {
                self.edits.blank(end - 1, end);
                end
            }
            None => offset,
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
        walk: impl FnOnce(&mut Members<'_, 'a>, &T),
    ) {
        if let Some(types) = types.take() {
            self.check_types(types.span(), |members| walk(members, &types));
            self.blank(types.span());
        }
    }

    /// Where the next token could go on with what stood before erased text, a semicolon ends it.
    fn continues_statement(&self, offset: u32) -> bool {
        matches!(self.text.next_byte(offset), Some(b'(' | b'[' | b'<' | b'`' | b'/' | b'+' | b'-'))
    }

    /// Is the token before `offset` a string?
    fn follows_string(&self, offset: u32) -> bool {
        matches!(self.text.previous_byte(offset), Some(b'\'' | b'"'))
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
        let calls = matches!(self.text.next_byte(end), Some(b'(' | b'[' | b'`'));
        if self.asserted.0 != expression_end {
            self.asserted = (expression_end, self.text.next(expression_end));
        }
        self.edits.put(self.asserted.1, end, if calls { Put::Semicolon } else { Put::Space });
    }

    fn blank_modifiers(&mut self, start: u32, end: u32, mut needs_semicolon: bool) {
        for (span, word) in self.text.words(start, end) {
            if matches!(word, "public" | "private" | "protected" | "readonly" | "override" | "declare" | "abstract") {
                let put = if needs_semicolon { Put::Semicolon } else { Put::Space };
                self.edits.put(span.start, span.end, put);
            }
            // A modifier that stays ends the element before as well.
            needs_semicolon = false;
        }
    }

    /// Is the token before `offset` one that leaves a class field open to what follows?
    fn follows_open_field(&self, offset: u32) -> bool {
        !matches!(self.text.previous_byte(offset), Some(b';' | b'{'))
    }

    /// The end of a class element's name, after the bracket of a computed one.
    fn name_end(&self, key: &PropertyKey<'a>, computed: bool) -> u32 {
        let end = key.span().end;
        if computed { self.text.end_of(b']', end).unwrap_or(end) } else { end }
    }

    /// `<T>⏎(a) => b`: no line break may come to stand before the parenthesis.
    fn blank_arrow_type_parameters(&mut self, span: Span, params: Span) {
        if self.text.has_line_break(span.start, params.start) {
            self.edits.put(span.start, span.end, Put::OpenParen);
            self.edits.blank(params.start, params.start + 1);
        } else {
            self.blank(span);
        }
    }

    /// `(a):⏎T => b`: no line break may come to stand between the parenthesis and the arrow.
    fn blank_arrow_return_type(&mut self, span: Span) {
        let paren_end = self.text.previous_end(span.start);
        if self.text.has_line_break(paren_end, span.end) {
            let last = self.text.source().floor_char_boundary(span.end as usize - 1);
            let last = u32::try_from(last).unwrap_or(span.start);
            self.edits.blank(paren_end - 1, paren_end);
            self.edits.blank(span.start, last);
            self.edits.put(last, span.end, Put::CloseParen);
        } else {
            self.blank(span);
        }
    }

    fn check_type(&mut self, r#type: &TSType<'a>) {
        self.check_types(r#type.span(), |types| types.visit_ts_type(r#type));
    }

    /// What is wrong in the types at `span`, which are about to be erased.
    fn check_types(&mut self, span: Span, walk: impl FnOnce(&mut Members<'_, 'a>)) {
        let text = self.text.source().as_bytes().get(span.start as usize..span.end as usize).unwrap_or_default();
        // Most types are names.
        if text.iter().any(|byte| matches!(byte, b'{' | b'(')) {
            walk(&mut Members { text: self.text, faults: &mut self.faults });
        }
    }

    fn field(&mut self, element: FieldParts<'_, 'a>) {
        let FieldParts { span, key, computed, type_annotation, value } = element;
        let name_end = self.name_end(key, computed);
        let mut end = self.blank_if(name_end, b'?');
        end = self.blank_if(end, b'!');
        if let Some(annotation) = type_annotation.take() {
            self.check_types(annotation.span, |types| types.visit_ts_type_annotation(&annotation));
            end = annotation.span.end;
            self.blank(annotation.span);
        }
        let tail = match value {
            Some(value) => {
                let end = value.span().end;
                self.visit_value(value);
                end
            }
            None if is_modifier_name(key) => end,
            None => return,
        };
        let ends_open = !matches!(self.text.next_byte(tail), None | Some(b';' | b'}'));
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

/// Is a node of this kind nothing that the search for early errors looks at? Whether its parts are is asked of each.
fn is_plain(kind: AstType) -> bool {
    matches!(
        kind,
        AstType::BlockStatement
            | AstType::DoWhileStatement
            | AstType::EmptyStatement
            | AstType::ExpressionStatement
            | AstType::FormalParameters
            | AstType::ForStatement
            | AstType::FunctionBody
            | AstType::IfStatement
            | AstType::ReturnStatement
            | AstType::SwitchCase
            | AstType::SwitchStatement
            | AstType::ThrowStatement
            | AstType::WhileStatement
            | AstType::ArrayExpression
            | AstType::ArrowFunctionExpression
            | AstType::AssignmentExpression
            | AstType::BinaryExpression
            | AstType::ChainExpression
            | AstType::ComputedMemberExpression
            | AstType::ConditionalExpression
            | AstType::Elision
            | AstType::IdentifierName
            | AstType::IdentifierReference
            | AstType::ImportExpression
            | AstType::LogicalExpression
            | AstType::ObjectExpression
            | AstType::ObjectProperty
            | AstType::ParenthesizedExpression
            | AstType::SequenceExpression
            | AstType::SpreadElement
            | AstType::StaticMemberExpression
            | AstType::TemplateElement
            | AstType::TemplateLiteral
            | AstType::ThisExpression
            | AstType::UnaryExpression
            | AstType::UpdateExpression
            | AstType::BigIntLiteral
            | AstType::BooleanLiteral
            | AstType::NullLiteral
            | AstType::NumericLiteral
            | AstType::RegExpLiteral
            | AstType::StringLiteral
    )
}

/// Is a name good for everything everywhere?
fn is_plain_name(name: &str) -> bool {
    !matches!(
        name,
        "arguments"
            | "await"
            | "eval"
            | "implements"
            | "interface"
            | "let"
            | "package"
            | "private"
            | "protected"
            | "public"
            | "static"
            | "yield"
    )
}

/// Are parameters a few different names, so that there is no error in them where the body declares nothing?
fn are_plain(parameters: &FormalParameters<'_>) -> bool {
    let names = parameters.items.iter().map_while(|parameter| match &parameter.pattern {
        BindingPattern::BindingIdentifier(name) => Some(name.name.as_str()),
        _ => None,
    });
    parameters.rest.is_none()
        && parameters.items.len() <= 4
        && names.clone().count() == parameters.items.len()
        && names
            .clone()
            .enumerate()
            .all(|(at, name)| is_plain_name(name) && !names.clone().take(at).any(|it| it == name))
}

impl<'a> VisitJsMut<'a> for Eraser<'a, '_> {
    fn enter_node(&mut self, kind: AstType) {
        self.is_plain &= is_plain(kind) || (kind == AstType::AwaitExpression && self.await_refusers == 0);
        match kind {
            AstType::StaticBlock => self.await_refusers += 1,
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
        if kind == AstType::StaticBlock {
            self.await_refusers -= 1;
        }
    }

    fn visit_statements(&mut self, statements: &mut ArenaVec<'a, Statement<'a>>) {
        let mut kept = 0;
        // Directives are no statements, but the first statement may go on with the last one.
        let mut follows_code = statements.first().is_some_and(|first| self.follows_string(first.span().start));
        for index in 0..statements.len() {
            let Some(statement) = statements.get(index) else { continue };
            let span = statement.span();
            let is_kept = match declarations::fate(statement, self.rules) {
                Fate::Erased => {
                    let needs_semicolon = follows_code
                        && self.text.previous_byte(span.start) != Some(b';')
                        && self.next_kept(statements, index).is_some_and(|next| self.continues_statement(next));
                    // Only the first of several has to end what stands before them.
                    follows_code = false;
                    if let Some(statement) = statements.get(index) {
                        self.check_types(span, |types| types.visit_statement(statement));
                    }
                    self.erase_statement(span, needs_semicolon);
                    false
                }
                Fate::Refused(fault) => {
                    self.faults.push(fault);
                    follows_code = true;
                    true
                }
                Fate::Kept => {
                    follows_code = true;
                    let statement = statements.get_mut(index);
                    statement.is_some_and(|it| self.is_telling(|walk| walk_js_mut::walk_statement(walk, it)))
                }
            };
            if is_kept {
                statements.swap(kept, index);
                kept += 1;
            }
        }
        statements.truncate(kept);
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
        self.is_plain &= is_plain_name(&identifier.name);
        walk_js_mut::walk_identifier_reference(self, identifier);
    }

    /// `010` is an error in strict mode, `"\1"` is another one.
    fn visit_numeric_literal(&mut self, literal: &mut NumericLiteral<'a>) {
        self.is_plain &= literal.raw.is_some_and(|raw| raw.len() == 1 || !raw.starts_with('0'));
        walk_js_mut::walk_numeric_literal(self, literal);
    }

    fn visit_string_literal(&mut self, literal: &mut StringLiteral<'a>) {
        self.is_plain &= literal.raw.is_some_and(|raw| !raw.as_bytes().contains(&b'\\'));
        walk_js_mut::walk_string_literal(self, literal);
    }

    fn visit_unary_expression(&mut self, unary: &mut UnaryExpression<'a>) {
        self.is_plain &= unary.operator != UnaryOperator::Delete;
        walk_js_mut::walk_unary_expression(self, unary);
    }

    fn visit_object_property(&mut self, property: &mut ObjectProperty<'a>) {
        // Only one may set the prototype.
        self.is_plain &= property.prop_name().is_none_or(|(name, _)| name != "__proto__");
        walk_js_mut::walk_object_property(self, property);
    }

    fn visit_object_property_kinds(&mut self, properties: &mut ArenaVec<'a, ObjectPropertyKind<'a>>) {
        properties.retain_mut(|it| self.is_telling(|walk| walk.visit_object_property_kind(it)));
    }

    fn visit_array_expression_elements(&mut self, elements: &mut ArenaVec<'a, ArrayExpressionElement<'a>>) {
        elements.retain_mut(|it| self.is_telling(|walk| walk.visit_array_expression_element(it)));
    }

    fn visit_arguments(&mut self, arguments: &mut ArenaVec<'a, Argument<'a>>) {
        arguments.retain_mut(|it| self.is_telling(|walk| walk.visit_argument(it)));
    }

    fn visit_expressions(&mut self, expressions: &mut ArenaVec<'a, Expression<'a>>) {
        expressions.retain_mut(|it| self.is_telling(|walk| walk.visit_expression(it)));
    }

    fn visit_return_statement(&mut self, statement: &mut ReturnStatement<'a>) {
        self.enter_node(AstType::ReturnStatement);
        statement.argument.take_if(|it| !self.is_telling(|walk| walk.visit_expression(it)));
        self.leave_node(AstType::ReturnStatement);
    }

    fn visit_arrow_function_body(&mut self, body: &mut ArrowFunctionBody<'a>) {
        match body {
            ArrowFunctionBody::FunctionBody(body) => self.visit_function_body(body),
            _ => self.visit_value(body.to_expression_mut()),
        }
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
            && self.text.next_byte(assignment.left.span().end) != Some(b')')
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
            self.blank_if(declarator.id.span().end, b'!');
        }
        self.blank_annotation(&mut declarator.type_annotation);
        if let Some(init) = &mut declarator.init {
            self.visit_value(init);
        }
    }

    fn visit_catch_parameter(&mut self, parameter: &mut CatchParameter<'a>) {
        self.visit_binding_pattern(&mut parameter.pattern);
        self.blank_annotation(&mut parameter.type_annotation);
    }

    fn visit_function(&mut self, function: &mut Function<'a>, _flags: ScopeFlags) {
        self.blank_type_parameters(&mut function.type_parameters);
        if let Some(this) = function.this_param.take() {
            let end = self.text.end_of(b',', this.span.end).unwrap_or(this.span.end);
            self.edits.blank(this.span.start, end);
        }
        let is_telling = self.is_telling(|walk| {
            walk.visit_formal_parameters(&mut function.params);
            walk.blank_annotation(&mut function.return_type);
            if let Some(body) = &mut function.body {
                walk.visit_function_body(body);
            }
        });
        if !is_telling {
            // The statements of the body are left out already.
            function.params.items.clear();
        }
        self.is_plain &= function.r#type == FunctionType::FunctionExpression && function.id.is_none();
    }

    fn visit_formal_parameters(&mut self, parameters: &mut FormalParameters<'a>) {
        self.is_plain &= are_plain(parameters);
        walk_js_mut::walk_formal_parameters(self, parameters);
    }

    fn visit_formal_parameter(&mut self, parameter: &mut FormalParameter<'a>) {
        if parameter.has_modifier() && self.rules.types.is_none() {
            self.faults.push(diagnostics::non_erasable_parameter_property(parameter.span));
        }
        self.await_refusers += 1;
        self.visit_decorators(&mut parameter.decorators);
        let is_plain = self.is_plain;
        self.visit_binding_pattern(&mut parameter.pattern);
        if let BindingPattern::BindingIdentifier(_) = parameter.pattern {
            // That has been answered for all of them together.
            self.is_plain = is_plain;
        }
        if parameter.optional {
            self.blank_if(parameter.pattern.span().end, b'?');
            parameter.optional = false;
        }
        self.blank_annotation(&mut parameter.type_annotation);
        if let Some(initializer) = &mut parameter.initializer {
            self.visit_expression(initializer);
        }
        self.await_refusers -= 1;
    }

    fn visit_formal_parameter_rest(&mut self, rest: &mut FormalParameterRest<'a>) {
        self.visit_decorators(&mut rest.decorators);
        self.visit_binding_rest_element(&mut rest.rest);
        self.blank_if(rest.rest.argument.span().end, b'?');
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
        let head = self.text.words(class.span.start, class.body.span.start);
        for (span, word) in head.take_while(|(_, word)| *word != "class") {
            if matches!(word, "abstract" | "declare") {
                self.blank(span);
            }
        }
        class.r#abstract = false;
        self.blank_type_parameters(&mut class.type_parameters);
        if let Some(heritage) = &mut class.heritage {
            self.visit_expression(&mut heritage.expression);
            self.blank_type_arguments(&mut heritage.type_arguments);
        }
        if let (Some(first), Some(last)) = (class.implements.first(), class.implements.last()) {
            let keyword_end = self.text.previous_end(first.span.start);
            self.edits.blank(keyword_end.saturating_sub(IMPLEMENTS_LENGTH), last.span.end);
            class.implements.clear();
        }
        self.visit_class_body(&mut class.body);
    }

    fn visit_class_elements(&mut self, elements: &mut ArenaVec<'a, ClassElement<'a>>) {
        for element in elements.iter_mut() {
            if is_erased_element(element) {
                self.visit_element_decorators(element);
                let span = element.span();
                if let ClassElement::MethodDefinition(method) = element
                    && method.kind.is_accessor()
                    && !method.r#type.is_abstract()
                {
                    self.faults.push(diagnostics::accessor_without_body(span));
                }
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
            self.blank_if(end, b'?');
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
        self.is_plain = false;
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
        self.is_plain = false;
        self.blank_type_specifiers(&mut export.specifiers);
    }

    fn visit_export_from_declaration(&mut self, export: &mut ExportFromDeclaration<'a>) {
        self.is_plain = false;
        self.blank_type_specifiers(&mut export.specifiers);
    }
}

impl<'a> Eraser<'a, '_> {
    /// Walks a part of the tree, and tells whether the search for early errors has to see it. The rest is left out of the
    /// tree, unless that is to be transformed.
    fn is_telling(&mut self, walk: impl FnOnce(&mut Self)) -> bool {
        let around = mem::replace(&mut self.is_plain, true);
        let stats = self.stats;
        walk(self);
        let is_left_out = self.is_plain && self.rules.types.is_none();
        if is_left_out {
            self.stats = stats;
        }
        self.is_plain &= around;
        !is_left_out
    }

    /// An expression where there has to be one.
    fn visit_value(&mut self, value: &mut Expression<'a>) {
        if !self.is_telling(|walk| walk.visit_expression(value)) {
            *value = Expression::dummy(self.arena);
        }
    }

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
        let end = self.text.end_of(b',', span.end).unwrap_or(span.end);
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
