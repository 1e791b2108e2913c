//! `namespace N { export const x = 1 }` as `var N; (function (N) { N.x = 1; })(N || (N = {}));`

use oxc_ast::AstKind;
use oxc_ast::ast::{
    BindingIdentifier, BindingPattern, BindingProperty, Declaration, ExportDeclaration, TSImportEqualsDeclaration,
    TSNamespaceDeclaration, TSNamespaceDeclarationBody, VariableDeclaration,
};
use oxc_span::{GetSpan, Span};

use super::{declarations::block_span, emit::Emitter, refusals, resolve::path_of};

impl<'a> Emitter<'a, '_> {
    /// The opening of a namespace, with those in a dotted name, and what closes them.
    pub fn emit_namespace(&mut self, namespace: &TSNamespaceDeclaration<'a>) {
        if !self.is_at_top(namespace.node_id.get()) {
            return self.refuse(refusals::nested_namespace(namespace.span));
        }
        let mut open = String::new();
        let mut close = Vec::new();
        let mut namespace = namespace;
        let span = namespace.span;
        loop {
            let names = self.names;
            let Some((_, body)) = names.declarations.body_of(namespace.scope_id()) else { return };
            let frame = self.frame(namespace.node_id.get(), &namespace.id, span.start);
            open.push_str(&frame.before);
            open.push_str("(function (");
            open.push_str(&body.parameter);
            open.push_str(") ");
            close.push(frame.after);
            match &namespace.body {
                TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                    open.push_str("{ ");
                    namespace = inner;
                }
                TSNamespaceDeclarationBody::TSModuleBlock(_) => break,
            }
        }
        self.changes.replace(span.start, block_span(namespace).start, open);
        close.reverse();
        self.changes.replace_as(span.end - 1, span.end, close.join(" "), span.start);
    }

    /// `export` in the body of a namespace.
    pub fn emit_export(&mut self, export: &ExportDeclaration<'a>, parameter: &str) {
        let start = export.span.start;
        match &export.declaration {
            Declaration::VariableDeclaration(variables) if !variables.declare => {
                self.emit_variables(start, variables, parameter);
            }
            Declaration::FunctionDeclaration(function) if !function.declare && function.body.is_some() => {
                self.emit_named(start, function.span, function.id.as_ref(), parameter);
            }
            Declaration::ClassDeclaration(class) if !class.declare => {
                self.emit_named(start, class.span, class.id.as_ref(), parameter);
            }
            Declaration::TSEnumDeclaration(declaration) if !declaration.declare => {
                self.changes.blank(start, declaration.span.start);
            }
            Declaration::TSNamespaceDeclaration(namespace) if !namespace.declare => {
                self.changes.blank(start, namespace.span.start);
            }
            _ => {}
        }
    }

    /// `export function f() {}` as `function f() {} N.f = f;`
    fn emit_named(&mut self, start: u32, span: Span, id: Option<&BindingIdentifier<'a>>, parameter: &str) {
        let Some(id) = id else { return };
        self.changes.blank(start, span.start);
        self.changes.insert(span.end, format!(" {parameter}.{name} = {name};", name = id.name), id.span.start);
    }

    /// `export const a = 1, { b } = o` as `N.a = 1, ({ b: N.b } = o)`
    fn emit_variables(&mut self, start: u32, variables: &VariableDeclaration<'a>, parameter: &str) {
        let Some(first) = variables.declarations.first() else { return };
        self.changes.replace(start, first.span.start, ";".to_owned());
        for declarator in &variables.declarations {
            match (&declarator.id, &declarator.init) {
                (BindingPattern::BindingIdentifier(id), Some(_)) => self.emit_target(id, "", parameter),
                (BindingPattern::BindingIdentifier(id), None) => {
                    self.changes.replace(id.span.start, id.span.end, "void 0".to_owned());
                }
                (pattern, init) => {
                    let end = init.as_ref().map_or(declarator.span.end, |init| init.span().end);
                    self.changes.insert(pattern.span().start, "(".to_owned(), pattern.span().start);
                    self.emit_pattern(pattern, parameter);
                    self.changes.insert(end, ")".to_owned(), pattern.span().start);
                }
            }
        }
        let end = variables.declarations.last().map_or(first.span.end, |last| last.span.end);
        self.changes.insert(end, ";".to_owned(), end);
    }

    fn emit_target(&mut self, id: &BindingIdentifier<'a>, key: &str, parameter: &str) {
        self.changes.replace(id.span.start, id.span.end, format!("{key}{parameter}.{}", id.name));
    }

    fn emit_pattern(&mut self, pattern: &BindingPattern<'a>, parameter: &str) {
        match pattern {
            BindingPattern::BindingIdentifier(id) => self.emit_target(id, "", parameter),
            BindingPattern::AssignmentPattern(pattern) => self.emit_pattern(&pattern.left, parameter),
            BindingPattern::ArrayPattern(pattern) => {
                for element in pattern.elements.iter().flatten() {
                    self.emit_pattern(element, parameter);
                }
                if let Some(rest) = &pattern.rest {
                    self.emit_pattern(&rest.argument, parameter);
                }
            }
            BindingPattern::ObjectPattern(pattern) => {
                for property in &pattern.properties {
                    match shorthand(property) {
                        Some(id) => self.emit_target(id, &format!("{}: ", id.name), parameter),
                        None => self.emit_pattern(&property.value, parameter),
                    }
                }
                if let Some(rest) = &pattern.rest {
                    self.emit_pattern(&rest.argument, parameter);
                }
            }
        }
    }

    /// `import a = N.x` as `var a = N.x;`
    pub fn emit_alias(&mut self, alias: &TSImportEqualsDeclaration<'a>) {
        let node = alias.node_id.get();
        if !self.is_at_top(node) {
            return self.refuse(refusals::nested_alias(alias.span));
        }
        let export = match self.nodes().parent_kind(node) {
            AstKind::ExportDeclaration(export) => Some(export),
            _ => None,
        };
        let span = export.map_or(alias.span, |export| export.span);
        let Some(path) = path_of(&alias.module_reference) else { return };
        let Some(&(root, at)) = path.first() else { return };
        let names = self.names;
        let scope = names.scoping.symbol_scope_id(alias.id.symbol_id());
        let holder = export.and(names.declarations.body_of(scope)).map(|(_, body)| body.parameter.as_str());
        match holder {
            Some(holder) => self.changes.replace(span.start, alias.id.span.start, format!(";{holder}.")),
            None => self.changes.replace(alias.span.start, alias.id.span.start, "var ".to_owned()),
        }
        if let Some(holder) = names.holder(root, scope, at) {
            self.changes.insert(at, format!("{holder}."), at);
        }
        // What follows could otherwise be read as a part of the expression.
        let end = alias.module_reference.span().end;
        self.changes.insert(end, ";".to_owned(), end);
    }
}

/// The name in `{ a }` or `{ a = 1 }`.
fn shorthand<'p, 'a>(property: &'p BindingProperty<'a>) -> Option<&'p BindingIdentifier<'a>> {
    match (&property.value, property.shorthand) {
        (BindingPattern::BindingIdentifier(id), true) => Some(id),
        (BindingPattern::AssignmentPattern(pattern), true) => match &pattern.left {
            BindingPattern::BindingIdentifier(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}
