//! The enums and namespaces of a source, and what each declares.
//!
//! Declarations that merge are one [`Container`] with several [`Body`]s.

use std::collections::{HashMap, HashSet};

use oxc_ast::{
    AstKind,
    ast::{
        BindingIdentifier, BindingPattern, Declaration, ExportDeclaration, Statement, TSEnumDeclaration, TSEnumMember,
        TSImportEqualsDeclaration, TSNamespaceDeclaration, TSNamespaceDeclarationBody, VariableDeclaration,
        VariableDeclarationKind, VariableDeclarator,
    },
};
use oxc_ecmascript::BoundNames;
use oxc_semantic::{AstNodes, NodeId, ScopeId, Scoping, SymbolFlags, SymbolId};
use oxc_span::{GetSpan, Span};

use super::budget::Budget;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContainerId(usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BodyId(usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MemberId(usize);

/// An enum or a namespace, with all its declarations.
#[derive(Default)]
pub struct Container<'a> {
    /// What the namespaces export that has a value.
    pub values: HashMap<&'a str, SymbolId>,
    /// What the namespaces export that is a type and nothing more.
    pub types: HashSet<&'a str>,
    pub members: HashMap<&'a str, MemberId>,
}

/// One declaration of an enum or a namespace.
pub struct Body<'a> {
    pub container: ContainerId,
    pub name: &'a str,
    /// The name of the container inside of the function that the body becomes.
    pub parameter: String,
    pub scope: ScopeId,
    pub is_enum: bool,
    /// Its members have been given their values, or are being given them.
    pub members: Vec<MemberId>,
    /// Declared only, with its values left to others: `declare enum` without `const`.
    pub is_open: bool,
}

/// A member of an enum.
pub struct Member<'a> {
    pub body: BodyId,
    pub node: &'a TSEnumMember<'a>,
}

/// Which container a declaration belongs to.
#[derive(PartialEq, Eq, Hash)]
enum Key<'a> {
    Local(SymbolId),
    Exported(ContainerId, &'a str),
}

#[derive(Default)]
pub struct Declarations<'a> {
    containers: Vec<Container<'a>>,
    bodies: Vec<Body<'a>>,
    members: Vec<Member<'a>>,
    container_of_key: HashMap<Key<'a>, ContainerId>,
    container_of_symbol: HashMap<SymbolId, ContainerId>,
    body_of_scope: HashMap<ScopeId, BodyId>,
    /// Names that can stand for a property of a container.
    property_names: HashSet<&'a str>,
    /// Variables and aliases that are properties of their namespace, wherever they are used.
    properties: HashSet<SymbolId>,
    constants: HashMap<SymbolId, &'a VariableDeclarator<'a>>,
    aliases: HashMap<SymbolId, &'a TSImportEqualsDeclaration<'a>>,
    has_value: HashMap<ScopeId, bool>,
}

impl<'a> Declarations<'a> {
    pub fn collect(nodes: &AstNodes<'a>, scoping: &Scoping, budget: &Budget) -> Self {
        let mut all = Self::default();
        for node in nodes.iter() {
            match node.kind() {
                AstKind::TSEnumDeclaration(declaration) => all.add_enum(declaration, nodes, scoping),
                AstKind::TSNamespaceDeclaration(declaration) => all.add_namespace(declaration, nodes, scoping),
                AstKind::ExportDeclaration(export) => all.add_export(export, nodes, scoping),
                AstKind::VariableDeclaration(declaration) => all.add_constants(declaration),
                AstKind::TSImportEqualsDeclaration(alias) => {
                    all.aliases.insert(alias.id.symbol_id(), alias);
                }
                _ => {}
            }
        }
        all.name_parameters(scoping, budget);
        all
    }

    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    pub fn container(&self, id: ContainerId) -> Option<&Container<'a>> {
        self.containers.get(id.0)
    }

    pub fn container_of(&self, symbol: SymbolId) -> Option<ContainerId> {
        self.container_of_symbol.get(&symbol).copied()
    }

    pub fn body(&self, id: BodyId) -> Option<&Body<'a>> {
        self.bodies.get(id.0)
    }

    /// The declaration whose own scope this is.
    pub fn body_of(&self, scope: ScopeId) -> Option<(BodyId, &Body<'a>)> {
        let id = *self.body_of_scope.get(&scope)?;
        Some((id, self.body(id)?))
    }

    pub fn member(&self, id: MemberId) -> Option<&Member<'a>> {
        self.members.get(id.0)
    }

    pub fn may_be_property(&self, name: &str) -> bool {
        self.property_names.contains(name)
    }

    pub fn is_property(&self, symbol: SymbolId) -> bool {
        self.properties.contains(&symbol)
    }

    pub fn constant(&self, symbol: SymbolId) -> Option<&'a VariableDeclarator<'a>> {
        self.constants.get(&symbol).copied()
    }

    pub fn alias(&self, symbol: SymbolId) -> Option<&'a TSImportEqualsDeclaration<'a>> {
        self.aliases.get(&symbol).copied()
    }

    /// Whether anything of the namespace exists when the program runs.
    pub fn has_value(&self, namespace: &TSNamespaceDeclaration<'a>) -> bool {
        namespace.scope_id.get().is_some_and(|scope| self.has_value.get(&scope) == Some(&true))
    }

    fn find_value(&mut self, namespace: &TSNamespaceDeclaration<'a>) -> bool {
        let scope = namespace.scope_id.get();
        if let Some(known) = scope.and_then(|scope| self.has_value.get(&scope)) {
            return *known;
        }
        let has_value = match &namespace.body {
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => self.find_value(inner),
            TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                block.body.iter().any(|statement| self.statement_has_value(statement))
            }
        };
        if let Some(scope) = scope {
            self.has_value.insert(scope, has_value);
        }
        has_value
    }

    fn statement_has_value(&mut self, statement: &Statement<'a>) -> bool {
        match statement {
            Statement::TSInterfaceDeclaration(_)
            | Statement::TSTypeAliasDeclaration(_)
            | Statement::TSImportEqualsDeclaration(_)
            | Statement::ImportDeclaration(_) => false,
            Statement::TSNamespaceDeclaration(inner) => self.find_value(inner),
            Statement::ExportDeclaration(export) => match &export.declaration {
                Declaration::TSInterfaceDeclaration(_) | Declaration::TSTypeAliasDeclaration(_) => false,
                Declaration::TSNamespaceDeclaration(inner) => self.find_value(inner),
                _ => true,
            },
            _ => true,
        }
    }

    /// The namespace that a declaration stands in and is exported from.
    fn exporter(&self, node: NodeId, scope: ScopeId, nodes: &AstNodes<'a>) -> Option<ContainerId> {
        let is_exported =
            matches!(nodes.parent_kind(node), AstKind::ExportDeclaration(_) | AstKind::TSNamespaceDeclaration(_));
        let (_, body) = self.body_of(scope).filter(|_| is_exported)?;
        Some(body.container)
    }

    fn container_for(&mut self, symbol: SymbolId, name: &'a str, exporter: Option<ContainerId>) -> ContainerId {
        let key = exporter.map_or(Key::Local(symbol), |exporter| Key::Exported(exporter, name));
        let id = *self.container_of_key.entry(key).or_insert_with(|| {
            self.containers.push(Container::default());
            ContainerId(self.containers.len() - 1)
        });
        self.container_of_symbol.insert(symbol, id);
        id
    }

    fn add_body(&mut self, body: Body<'a>) -> BodyId {
        let id = BodyId(self.bodies.len());
        self.body_of_scope.insert(body.scope, id);
        self.bodies.push(body);
        id
    }

    fn add_enum(&mut self, declaration: &'a TSEnumDeclaration<'a>, nodes: &AstNodes<'a>, scoping: &Scoping) {
        let symbol = declaration.id.symbol_id();
        let name = declaration.id.name.as_str();
        let exporter = self.exporter(declaration.node_id.get(), scoping.symbol_scope_id(symbol), nodes);
        let container = self.container_for(symbol, name, exporter);
        let body = self.add_body(Body {
            container,
            name,
            parameter: String::new(),
            scope: declaration.body.scope_id(),
            is_enum: true,
            members: Vec::new(),
            is_open: declaration.declare && !declaration.r#const,
        });
        for node in &declaration.body.members {
            let id = MemberId(self.members.len());
            self.members.push(Member { body, node });
            let name = node.id.static_name().as_str();
            self.property_names.insert(name);
            if let Some(body) = self.bodies.get_mut(body.0) {
                body.members.push(id);
            }
            if let Some(container) = self.containers.get_mut(container.0) {
                container.members.insert(name, id);
            }
        }
    }

    fn add_namespace(&mut self, declaration: &'a TSNamespaceDeclaration<'a>, nodes: &AstNodes<'a>, scoping: &Scoping) {
        let symbol = declaration.id.symbol_id();
        let name = declaration.id.name.as_str();
        let exporter = self.exporter(declaration.node_id.get(), scoping.symbol_scope_id(symbol), nodes);
        let has_value = self.find_value(declaration);
        if let Some(exporter) = exporter {
            if has_value {
                self.add_value(exporter, name, symbol);
            } else {
                self.add_type(exporter, name);
            }
        }
        let container = self.container_for(symbol, name, exporter);
        self.add_body(Body {
            container,
            name,
            parameter: String::new(),
            scope: declaration.scope_id(),
            is_enum: false,
            members: Vec::new(),
            is_open: false,
        });
    }

    fn add_export(&mut self, export: &'a ExportDeclaration<'a>, nodes: &AstNodes<'a>, scoping: &Scoping) {
        let AstKind::TSModuleBlock(_) = nodes.parent_kind(export.node_id.get()) else { return };
        let mut names = Vec::new();
        let mut is_property = false;
        match &export.declaration {
            Declaration::VariableDeclaration(variables) => {
                is_property = true;
                variables.bound_names(&mut |id| names.push((id.name.as_str(), id.symbol_id())));
            }
            Declaration::TSImportEqualsDeclaration(alias) => {
                is_property = true;
                names.push((alias.id.name.as_str(), alias.id.symbol_id()));
            }
            Declaration::FunctionDeclaration(function) => {
                names.extend(function.id.iter().map(|id| (id.name.as_str(), id.symbol_id())));
            }
            Declaration::ClassDeclaration(class) => {
                names.extend(class.id.iter().map(|id| (id.name.as_str(), id.symbol_id())));
            }
            Declaration::TSEnumDeclaration(declaration) => {
                names.push((declaration.id.name.as_str(), declaration.id.symbol_id()));
            }
            Declaration::TSInterfaceDeclaration(declaration) => {
                self.add_exported_type(&declaration.id, scoping);
            }
            Declaration::TSTypeAliasDeclaration(declaration) => {
                self.add_exported_type(&declaration.id, scoping);
            }
            _ => {}
        }
        for (name, symbol) in names {
            let Some((_, body)) = self.body_of(scoping.symbol_scope_id(symbol)) else { continue };
            let container = body.container;
            self.add_value(container, name, symbol);
            if is_property {
                self.properties.insert(symbol);
            }
        }
    }

    fn add_exported_type(&mut self, id: &BindingIdentifier<'a>, scoping: &Scoping) {
        let scope = scoping.symbol_scope_id(id.symbol_id());
        if let Some(container) = self.body_of(scope).map(|(_, body)| body.container) {
            self.add_type(container, id.name.as_str());
        }
    }

    fn add_value(&mut self, container: ContainerId, name: &'a str, symbol: SymbolId) {
        self.property_names.insert(name);
        if let Some(container) = self.containers.get_mut(container.0) {
            container.values.entry(name).or_insert(symbol);
        }
    }

    fn add_type(&mut self, container: ContainerId, name: &'a str) {
        if let Some(container) = self.containers.get_mut(container.0) {
            container.types.insert(name);
        }
    }

    fn add_constants(&mut self, declaration: &'a VariableDeclaration<'a>) {
        if declaration.kind != VariableDeclarationKind::Const {
            return;
        }
        for declarator in &declaration.declarations {
            if let BindingPattern::BindingIdentifier(id) = &declarator.id {
                self.constants.insert(id.symbol_id(), declarator);
            }
        }
    }

    /// A body names its container as the source does, unless the name means something else in it.
    fn name_parameters(&mut self, scoping: &Scoping, budget: &Budget) {
        let names: HashSet<&str> = self.bodies.iter().map(|body| body.name).collect();
        let mut shadowed = HashSet::new();
        for symbol in scoping.symbol_ids().filter(|&symbol| names.contains(scoping.symbol_name(symbol))) {
            for scope in scoping.scope_ancestors(scoping.symbol_scope_id(symbol)) {
                if !budget.take() {
                    return;
                }
                if self.body_of(scope).is_some_and(|(_, body)| body.name == scoping.symbol_name(symbol)) {
                    shadowed.insert(scope);
                }
            }
        }
        let mut taken: HashSet<String> = if shadowed.is_empty() {
            HashSet::new()
        } else {
            let unresolved = scoping.root_unresolved_references().keys().map(ToString::to_string);
            scoping.symbol_names().map(str::to_owned).chain(unresolved).collect()
        };
        let mut next: HashMap<&str, u32> = HashMap::new();
        for body in &mut self.bodies {
            body.parameter = body.name.to_owned();
            if shadowed.contains(&body.scope) {
                let count = next.entry(body.name).or_default();
                while !taken.insert(body.parameter.clone()) {
                    *count += 1;
                    body.parameter = format!("{}_{count}", body.name);
                }
            }
        }
    }
}

/// Whether a name of these flags can be used as a value.
pub fn is_value(flags: SymbolFlags) -> bool {
    flags.intersects(
        SymbolFlags::Value | SymbolFlags::Import | SymbolFlags::CatchVariable | SymbolFlags::FunctionExpression,
    )
}

/// The part of a source that a namespace's innermost block takes, braces included.
pub fn block_span(namespace: &TSNamespaceDeclaration) -> Span {
    let mut body = &namespace.body;
    loop {
        match body {
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => body = &inner.body,
            TSNamespaceDeclarationBody::TSModuleBlock(block) => return block.span(),
        }
    }
}
