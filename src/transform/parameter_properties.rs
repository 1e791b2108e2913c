//! `constructor(public x) {}` as `x; constructor(x) { this.x = x; }`

use std::fmt::Write;

use oxc_ast::{
    AstKind,
    ast::{BindingPattern, Class, ClassElement, Expression, Function, MethodDefinitionKind, Statement},
};
use oxc_span::{GetSpan, Span};

use super::{emit::Emitter, refusals};

impl<'a> Emitter<'a, '_> {
    pub fn emit_class(&mut self, class: &Class<'a>) {
        let Some(constructor) = constructor(class) else { return };
        let Some(body) = &constructor.body else { return };
        let mut fields = String::new();
        let mut assignments = String::new();
        let mut origin = None;
        for parameter in constructor.params.items.iter().filter(|parameter| parameter.has_modifier()) {
            let BindingPattern::BindingIdentifier(id) = &parameter.pattern else { continue };
            origin = origin.or(Some(id.span.start));
            // Writing to a string cannot fail.
            let _ = write!(fields, " {};", id.name);
            let _ = write!(assignments, " this.{name} = {name};", name = id.name);
        }
        let Some(origin) = origin else { return };
        self.changes.insert(class.body.span.start + 1, fields, origin);
        let call = super_call(&body.statements);
        if call.is_none()
            && let Some(nested) = self.nested_super_call(class, body.span)
        {
            return self.refuse(refusals::nested_super(nested));
        }
        let after = call.or_else(|| body.directives.last().map(|directive| directive.span));
        let at = after.map_or(body.span.start + 1, |span| span.end);
        if after.is_some() {
            assignments.insert(0, ';');
        }
        self.changes.insert(at, assignments, origin);
    }

    /// A `super()` of this constructor that is part of another statement or expression.
    fn nested_super_call(&self, class: &Class<'a>, body: Span) -> Option<Span> {
        class.heritage.as_ref()?;
        let first = class.node_id.get().index();
        self.nodes()
            .iter()
            .skip(first)
            .take_while(|node| node.kind().span().start < body.end && self.names.budget.take())
            .find_map(|node| match node.kind() {
                AstKind::Super(call) if body.start < call.span.start => {
                    let is_call = matches!(
                        self.nodes().parent_kind(node.id()),
                        AstKind::CallExpression(call_expression) if call_expression.callee.span() == call.span
                    );
                    (is_call && self.constructed_class(node.id()) == Some(class.node_id.get())).then_some(call.span)
                }
                _ => None,
            })
    }
}

fn constructor<'c, 'a>(class: &'c Class<'a>) -> Option<&'c Function<'a>> {
    class.body.body.iter().find_map(|element| match element {
        ClassElement::MethodDefinition(method)
            if method.kind == MethodDefinitionKind::Constructor && method.value.body.is_some() =>
        {
            Some(&*method.value)
        }
        _ => None,
    })
}

/// The statement that is a `super()`, also at the top of a `try` block.
fn super_call(statements: &[Statement]) -> Option<Span> {
    statements.iter().find_map(|statement| match statement {
        Statement::ExpressionStatement(statement) => match statement.expression.without_parentheses() {
            Expression::CallExpression(call) if matches!(call.callee, Expression::Super(_)) => Some(statement.span),
            _ => None,
        },
        Statement::TryStatement(statement) => super_call(&statement.block.body),
        _ => None,
    })
}
