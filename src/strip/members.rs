//! What the parser lets pass in types: members of an object type that nothing separates.

use oxc_ast::ast::{TSInterfaceBody, TSSignature, TSTypeLiteral};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Kind;
use oxc_span::GetSpan;

use super::{
    diagnostics::{self, Fault},
    tokens::Tokens,
};

/// A walk over types that are erased.
pub struct Members<'m, 't> {
    pub tokens: &'m Tokens<'t>,
    pub faults: &'m mut Vec<Fault>,
}

impl Members<'_, '_> {
    /// `{ a: T b: U }` is no type.
    fn check(&mut self, members: &[TSSignature<'_>]) {
        for member in members.iter().skip(1) {
            let span = member.span();
            let separated = self
                .tokens
                .previous(span.start)
                .is_some_and(|token| matches!(token.kind(), Kind::Semicolon | Kind::Comma))
                || self.tokens.next(span.start).is_some_and(|token| token.is_on_new_line());
            if !separated {
                self.faults.push(diagnostics::unseparated_member(span));
            }
        }
    }
}

impl<'a> Visit<'a> for Members<'_, '_> {
    fn visit_ts_type_literal(&mut self, literal: &TSTypeLiteral<'a>) {
        self.check(&literal.members);
        walk::walk_ts_type_literal(self, literal);
    }

    fn visit_ts_interface_body(&mut self, body: &TSInterfaceBody<'a>) {
        self.check(&body.body);
        walk::walk_ts_interface_body(self, body);
    }
}
