//! Finds what has to be written anew in a source, and notes what takes its place.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use oxc_ast::{
    AstKind,
    ast::{
        BindingIdentifier, IdentifierReference, TSImportEqualsDeclaration, TSNamespaceDeclaration,
        VariableDeclarationKind,
    },
};
use oxc_parser::Token;
use oxc_semantic::{AstNodes, NodeId, ScopeId};
use oxc_span::{GetSpan, Span};

use super::{changes::Changes, constants::Constants, refusals, resolve::Names};
use crate::strip::Fault;

/// Notes the changes of one source.
pub struct Emitter<'a, 's> {
    pub names: Names<'a, 's>,
    pub constants: Constants<'a, 's>,
    pub tokens: &'s [Token],
    pub changes: Changes,
    faults: Vec<Fault>,
    /// Where the declarations begin that are only types, of those that could be more.
    types: HashSet<u32>,
    /// The names that enums, namespaces, classes and functions have in a scope so far, and whether they are exported.
    declared: HashMap<(ScopeId, &'a str), bool>,
    /// Where a declaration ends that is erased with all that is in it.
    erased_until: u32,
}

/// What an emitter comes to.
pub struct Emitted {
    pub changes: Changes,
    pub faults: Vec<Fault>,
    pub types: HashSet<u32>,
}

/// What is put around the body of an enum or a namespace.
pub struct Frame {
    pub before: String,
    pub after: String,
}

impl<'a, 's> Emitter<'a, 's> {
    pub fn new(names: Names<'a, 's>, tokens: &'s [Token], changes: Changes) -> Self {
        Self {
            names,
            constants: Constants::new(names),
            tokens,
            changes,
            faults: Vec::new(),
            types: HashSet::new(),
            declared: HashMap::new(),
            erased_until: 0,
        }
    }

    pub fn emit(mut self) -> Emitted {
        for node in self.nodes().iter() {
            if self.is_spent() {
                break;
            }
            if node.kind().span().start >= self.erased_until {
                self.emit_node(node.kind(), node.id());
            }
        }
        if self.is_spent() {
            self.faults = vec![refusals::too_complex()];
        }
        Emitted { changes: self.changes, faults: self.faults, types: self.types }
    }

    fn emit_node(&mut self, kind: AstKind<'a>, id: NodeId) {
        match kind {
            AstKind::IdentifierReference(reference) => self.emit_reference(reference),
            AstKind::TSEnumDeclaration(declaration) if declaration.declare => self.erase(declaration.span),
            AstKind::TSEnumDeclaration(declaration) => self.emit_enum(declaration),
            AstKind::TSNamespaceDeclaration(namespace) => self.visit_namespace(namespace, id),
            AstKind::TSExternalModuleDeclaration(module) => self.erase(module.span),
            AstKind::TSGlobalDeclaration(global) => self.erase(global.span),
            AstKind::TSImportEqualsDeclaration(alias) => self.visit_alias(alias),
            AstKind::Class(class) if class.declare => self.erase(class.span),
            AstKind::Class(class) => {
                if class.is_declaration() {
                    self.note_value(class.id.as_ref(), id);
                }
                self.emit_class(class);
            }
            AstKind::Function(function) if function.declare => self.erase(function.span),
            AstKind::Function(function) if function.is_declaration() => self.note_value(function.id.as_ref(), id),
            AstKind::FormalParameter(parameter) if parameter.has_modifier() => {
                self.changes.blank(parameter.span.start, parameter.pattern.span().start);
            }
            AstKind::YieldExpression(expression) => self.check_place(expression.span, "yield", id),
            AstKind::ReturnStatement(statement) => self.check_place(statement.span, "return", id),
            AstKind::VariableDeclaration(declaration) if declaration.kind == VariableDeclarationKind::AwaitUsing => {
                self.check_place(declaration.span, "await using", id);
            }
            kind if kind.is_module_declaration() => self.visit_module_syntax(kind, id),
            _ => {}
        }
    }

    pub fn nodes(&self) -> &'s AstNodes<'a> {
        self.names.nodes
    }

    /// Whether the source asks for more work or text than it gets.
    pub fn is_spent(&self) -> bool {
        self.names.budget.is_spent() || self.changes.is_overflown()
    }

    pub fn refuse(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    fn erase(&mut self, span: Span) {
        self.erased_until = span.end;
    }

    fn visit_namespace(&mut self, namespace: &'a TSNamespaceDeclaration<'a>, id: NodeId) {
        if let AstKind::TSNamespaceDeclaration(_) = self.nodes().parent_kind(id) {
            // It has been emitted with the one whose name it ends.
        } else if namespace.declare {
            self.erase(namespace.span);
        } else if !self.names.declarations.has_value(namespace) {
            self.types.insert(namespace.span.start);
            self.erase(namespace.span);
        } else {
            self.emit_namespace(namespace);
        }
    }

    fn visit_alias(&mut self, alias: &'a TSImportEqualsDeclaration<'a>) {
        if alias.import_kind.is_type() || self.names.is_type_alias(alias) {
            self.types.insert(alias.span.start);
            self.erase(alias.span);
        } else {
            self.emit_alias(alias);
        }
    }

    /// `import` and `export`, which mean something else in a namespace.
    fn visit_module_syntax(&mut self, kind: AstKind<'a>, id: NodeId) {
        let AstKind::TSModuleBlock(_) = self.nodes().parent_kind(id) else { return };
        let AstKind::ExportDeclaration(export) = kind else {
            return self.refuse(refusals::module_syntax_in_namespace(kind.span()));
        };
        let names = self.names;
        let AstKind::TSNamespaceDeclaration(namespace) =
            self.nodes().kind(self.nodes().parent_id(self.nodes().parent_id(id)))
        else {
            return;
        };
        if let Some((_, body)) = names.declarations.body_of(namespace.scope_id()) {
            self.emit_export(export, &body.parameter);
        }
    }

    /// What only a function can hold cannot be in what becomes a function of another kind.
    fn check_place(&mut self, span: Span, what: &str, id: NodeId) {
        if self.names.declarations.is_empty() {
            return;
        }
        for kind in self.nodes().ancestor_kinds(id) {
            if !self.names.budget.take() {
                return;
            }
            match kind {
                AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => return,
                AstKind::TSModuleBlock(_) => return self.refuse(refusals::in_namespace(span, what)),
                AstKind::TSEnumMember(_) => return self.refuse(refusals::in_enum(span, what)),
                _ => {}
            }
        }
    }

    /// Puts `N.` before what is a property of the container `N`.
    fn emit_reference(&mut self, reference: &IdentifierReference<'a>) {
        let names = self.names;
        if !names.declarations.may_be_property(reference.name.as_str()) {
            return;
        }
        let found = names.scoping.get_reference(reference.reference_id());
        let is_shorthand = match names.nodes.parent_kind(reference.node_id.get()) {
            AstKind::TSImportEqualsDeclaration(_) | AstKind::TSQualifiedName(_) | AstKind::ExportSpecifier(_) => return,
            AstKind::ObjectProperty(property) => property.shorthand,
            AstKind::AssignmentTargetPropertyIdentifier(property) => property.binding.span == reference.span,
            _ => false,
        };
        let Span { start, end, .. } = reference.span;
        let Some(holder) = found.is_value().then(|| names.holder(reference.name, found.scope_id(), start)).flatten()
        else {
            return;
        };
        let key = if is_shorthand { format!("{}: ", reference.name) } else { String::new() };
        self.changes.replace(start, end, format!("{key}{holder}.{}", reference.name));
    }

    fn note_value(&mut self, id: Option<&BindingIdentifier<'a>>, node: NodeId) {
        let Some(id) = id else { return };
        let is_exported = self.is_exported(node);
        self.declared.insert((self.names.scoping.symbol_scope_id(id.symbol_id()), id.name.as_str()), is_exported);
    }

    /// What stands around the body of an enum or a namespace, given what else declares its name. `start` is where the
    /// declaration begins.
    pub fn frame(&mut self, node: NodeId, id: &BindingIdentifier<'a>, start: u32) -> Frame {
        let names = self.names;
        let name = id.name.as_str();
        let scope = names.scoping.symbol_scope_id(id.symbol_id());
        let is_exported = self.is_exported(node);
        let is_global = self.is_at_program_level(node);
        let export = match self.nodes().parent_kind(node) {
            AstKind::ExportDeclaration(export) if is_global => Some(export.span.start),
            _ => None,
        };
        let before = match self.declared.entry((scope, name)) {
            Entry::Vacant(entry) => {
                entry.insert(is_exported);
                format!("{} {name}; ", if is_global { "var" } else { "let" })
            }
            Entry::Occupied(entry) if *entry.get() == is_exported => {
                if let Some(export) = export {
                    self.changes.blank(export, start);
                }
                ";".to_owned()
            }
            Entry::Occupied(_) => {
                self.faults.push(refusals::mixed_export(id.span, name));
                String::new()
            }
        };
        let exporter = names.declarations.body_of(scope).filter(|_| is_exported);
        let argument = match exporter {
            Some((_, body)) => format!("{name} = {holder}.{name} || ({holder}.{name} = {{}})", holder = body.parameter),
            None => format!("{name} || ({name} = {{}})"),
        };
        Frame { before, after: format!("}})({argument});") }
    }

    /// Whether a declaration is exported, or is a part of a dotted name.
    fn is_exported(&self, node: NodeId) -> bool {
        matches!(self.nodes().parent_kind(node), AstKind::ExportDeclaration(_) | AstKind::TSNamespaceDeclaration(_))
    }

    fn is_at_program_level(&self, node: NodeId) -> bool {
        matches!(self.list_of(node), AstKind::Program(_))
    }

    /// Whether a declaration is one of the program, the module or a namespace.
    pub fn is_at_top(&self, node: NodeId) -> bool {
        matches!(self.list_of(node), AstKind::Program(_) | AstKind::TSModuleBlock(_))
    }

    /// What holds the statement that a declaration is.
    fn list_of(&self, node: NodeId) -> AstKind<'a> {
        match self.nodes().parent_node(node) {
            parent if matches!(parent.kind(), AstKind::ExportDeclaration(_)) => self.nodes().parent_kind(parent.id()),
            parent => parent.kind(),
        }
    }

    /// The class that a node is in, not counting those around a function that is not an arrow function.
    pub fn constructed_class(&self, node: NodeId) -> Option<NodeId> {
        self.nodes()
            .ancestors(node)
            .take_while(|_| self.names.budget.take())
            .find(|ancestor| matches!(ancestor.kind(), AstKind::Class(_)))
            .map(oxc_semantic::AstNode::id)
    }
}
