//! `enum E { A }` as `var E; (function (E) { E[E["A"] = 0] = "A"; })(E || (E = {}));`

use oxc_ast::ast::{Expression, TSEnumDeclaration, TSEnumMember};
use oxc_parser::Kind;
use oxc_span::{GetSpan, Span};
use oxc_syntax::number::ToJsString;

use super::{
    constants::{Constant, Value},
    declarations::MemberId,
    emit::Emitter,
    refusals, text,
};

impl<'a> Emitter<'a, '_> {
    pub fn emit_enum(&mut self, declaration: &TSEnumDeclaration<'a>) {
        let names = self.names;
        let Some((_, body)) = names.declarations.body_of(declaration.body.scope_id()) else { return };
        let frame = self.frame(declaration.node_id.get(), &declaration.id, declaration.span.start);
        let open = format!("{}(function ({}) ", frame.before, body.parameter);
        self.changes.replace(declaration.span.start, declaration.body.span.start, open);
        for (member, &id) in declaration.body.members.iter().zip(&body.members) {
            self.emit_member(member, id, &body.parameter);
        }
        let end = declaration.span.end;
        self.changes.replace_as(end - 1, end, frame.after, declaration.span.start);
    }

    fn emit_member(&mut self, member: &TSEnumMember<'a>, id: MemberId, parameter: &str) {
        let Some(name) = text::of_member_name(&member.id).filter(|_| !self.is_spent()) else { return };
        if text::may_be_lossy(&name) {
            return self.refuse(refusals::lossy_member(member.id.span()));
        }
        if is_numeric(&member.id.static_name()) {
            return self.refuse(refusals::numeric_member(member.id.span()));
        }
        let value = self.constants.member(id);
        let name = text::quote(&name);
        let (open, close) = if value.is_string() {
            (format!("{parameter}[{name}] = "), ";".to_owned())
        } else {
            (format!("{parameter}[{parameter}[{name}] = "), format!("] = {name};"))
        };
        let start = member.span.start;
        let literal = literal(&value);
        match (&member.initializer, literal) {
            (None, literal) => {
                let literal = literal.unwrap_or_else(|| "void 0".to_owned());
                self.changes.replace(start, member.span.end, format!("{open}{literal}{close}"));
            }
            (Some(initializer), Some(literal)) if !is_literal(initializer) => {
                self.changes.replace(start, initializer.span().end, format!("{open}{literal}{close}"));
            }
            (Some(initializer), _) => {
                let Span { start: from, end, .. } = initializer.span();
                self.changes.replace(start, from, open);
                self.changes.insert(end, close, start);
            }
        }
        let next = self.tokens.partition_point(|token| token.start() < member.span.end);
        if let Some(comma) = self.tokens.get(next).filter(|token| token.kind() == Kind::Comma) {
            self.changes.blank(comma.start(), comma.end());
        }
    }
}

/// Source text for a value that is known.
fn literal(value: &Value) -> Option<String> {
    match value.constant.as_ref()? {
        Constant::Text(text) => (!text::may_be_lossy(text)).then(|| text::quote(text)),
        Constant::Number(number) if number.is_nan() => Some("0 / 0".to_owned()),
        Constant::Number(number) if number.is_infinite() => {
            Some(if *number > 0.0 { "1 / 0" } else { "-1 / 0" }.to_owned())
        }
        // TypeScript writes -0 as 0.
        Constant::Number(number) => Some(number.to_js_string()),
    }
}

fn is_literal(expression: &Expression) -> bool {
    matches!(expression, Expression::NumericLiteral(_) | Expression::StringLiteral(_))
}

/// Whether a property of this name is an index: the reverse mapping would take its place.
fn is_numeric(name: &str) -> bool {
    name != "Infinity" && name != "NaN" && name.parse::<f64>().is_ok_and(|number| number.to_js_string() == name)
}
