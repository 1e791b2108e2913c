//! What the parser lets pass in types: members of an object type that nothing separates, a function type without its
//! arrow, and more than a type in a substitution.

use oxc_ast::ast::{
    TSConstructorType, TSFunctionType, TSInterfaceBody, TSSignature, TSTemplateLiteralType, TSTypeLiteral,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use super::{
    diagnostics::{self, Fault},
    text::Text,
};

/// A walk over types that are erased.
pub struct Members<'m, 'a> {
    pub text: &'m Text<'a>,
    pub faults: &'m mut Vec<Fault>,
}

impl Members<'_, '_> {
    /// `{ a: T b: U }` is no type.
    fn check(&mut self, members: &[TSSignature<'_>]) {
        for member in members.iter().skip(1) {
            let span = member.span();
            let separated = matches!(self.text.previous_byte(span.start), Some(b';' | b','))
                || self.text.is_on_new_line(span.start);
            if !separated {
                self.faults.push(diagnostics::unseparated_member(span));
            }
        }
    }
}

impl Members<'_, '_> {
    /// This has to follow what ends at `offset`.
    fn expect(&mut self, expected: &str, offset: u32) {
        let at = self.text.next(offset);
        let is_there = self.text.source().get(at as usize..).is_some_and(|rest| rest.starts_with(expected));
        if !is_there && let Some(token) = self.text.token(at) {
            self.faults.push(diagnostics::expected(token.span(), expected, None, ""));
        }
    }
}

impl<'a> Visit<'a> for Members<'_, '_> {
    fn visit_ts_function_type(&mut self, function: &TSFunctionType<'a>) {
        self.expect("=>", function.params.span.end);
        walk::walk_ts_function_type(self, function);
    }

    fn visit_ts_constructor_type(&mut self, constructor: &TSConstructorType<'a>) {
        self.expect("=>", constructor.params.span.end);
        walk::walk_ts_constructor_type(self, constructor);
    }

    fn visit_ts_template_literal_type(&mut self, template: &TSTemplateLiteralType<'a>) {
        for r#type in &template.types {
            self.expect("}", r#type.span().end);
        }
        walk::walk_ts_template_literal_type(self, template);
    }

    fn visit_ts_type_literal(&mut self, literal: &TSTypeLiteral<'a>) {
        self.check(&literal.members);
        walk::walk_ts_type_literal(self, literal);
    }

    fn visit_ts_interface_body(&mut self, body: &TSInterfaceBody<'a>) {
        self.check(&body.body);
        walk::walk_ts_interface_body(self, body);
    }
}
