//! What a name means where it stands, as TypeScript has it: the scopes from inside out, and with
//! the body of an enum or a namespace all that its other declarations add.

use oxc_ast::{
    AstKind,
    ast::{TSImportEqualsDeclaration, TSModuleReference, TSTypeName},
};
use oxc_semantic::{AstNodes, ScopeId, Scoping, SymbolId};
use oxc_span::GetSpan;
use oxc_str::Ident;

use super::{
    budget::Budget,
    declarations::{BodyId, ContainerId, Declarations, MemberId, is_value},
};

/// How many aliases are followed one after another: they can form a circle.
const MAX_ALIASES: u32 = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A name of a scope; of the body of a namespace, where one is given.
    Local { symbol: SymbolId, body: Option<BodyId> },
    /// What another declaration of the namespace exports.
    Exported { symbol: SymbolId, body: BodyId },
    /// A member of the enum.
    Member { member: MemberId, body: BodyId },
}

/// What a path of names comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entity {
    Symbol(SymbolId),
    Member(MemberId),
}

impl From<Meaning> for Entity {
    fn from(meaning: Meaning) -> Self {
        match meaning {
            Meaning::Local { symbol, .. } | Meaning::Exported { symbol, .. } => Self::Symbol(symbol),
            Meaning::Member { member, .. } => Self::Member(member),
        }
    }
}

/// Looks names up in a source.
#[derive(Clone, Copy)]
pub struct Names<'a, 's> {
    pub nodes: &'s AstNodes<'a>,
    pub scoping: &'s Scoping,
    pub declarations: &'s Declarations<'a>,
    pub budget: &'s Budget,
}

impl<'a> Names<'a, '_> {
    /// The value that `name` has at the offset `at` in `scope`.
    pub fn lookup(&self, name: Ident<'_>, scope: ScopeId, at: u32) -> Option<Meaning> {
        for scope in self.scoping.scope_ancestors(scope) {
            if !self.budget.take() {
                return None;
            }
            let Some((id, body)) = self.declarations.body_of(scope) else {
                if let Some(symbol) = self.binding(scope, name, at) {
                    return Some(Meaning::Local { symbol, body: None });
                }
                continue;
            };
            let container = self.declarations.container(body.container);
            if body.is_enum {
                if let Some(&member) = container.and_then(|container| container.members.get(name.as_str())) {
                    return Some(Meaning::Member { member, body: id });
                }
            } else if let Some(symbol) = self.binding(scope, name, at) {
                return Some(Meaning::Local { symbol, body: Some(id) });
            } else if let Some(&symbol) = container.and_then(|container| container.values.get(name.as_str())) {
                return Some(Meaning::Exported { symbol, body: id });
            }
        }
        None
    }

    /// The name of the container that holds what an identifier stands for, where it cannot be named alone.
    pub fn holder(&self, name: Ident<'_>, scope: ScopeId, at: u32) -> Option<&str> {
        if !self.declarations.may_be_property(name.as_str()) {
            return None;
        }
        let body = match self.lookup(name, scope, at)? {
            Meaning::Local { symbol, body: Some(body) } if self.declarations.is_property(symbol) => body,
            Meaning::Exported { body, .. } | Meaning::Member { body, .. } => body,
            Meaning::Local { .. } => return None,
        };
        self.declarations.body(body).map(|body| body.parameter.as_str())
    }

    /// What `left.name` comes to.
    pub fn property(&self, left: Entity, name: &str) -> Option<Entity> {
        self.property_within(left, name, MAX_ALIASES)
    }

    fn property_within(&self, left: Entity, name: &str, aliases: u32) -> Option<Entity> {
        let container = self.declarations.container(self.container(left, aliases)?)?;
        let member = container.members.get(name).map(|&member| Entity::Member(member));
        member.or_else(|| container.values.get(name).map(|&symbol| Entity::Symbol(symbol)))
    }

    /// The enum or namespace that an entity is, or is an alias of.
    fn container(&self, entity: Entity, aliases: u32) -> Option<ContainerId> {
        let Entity::Symbol(symbol) = entity else { return None };
        let Some(alias) = self.declarations.alias(symbol) else { return self.declarations.container_of(symbol) };
        let aliases = aliases.checked_sub(1)?;
        let path = path_of(&alias.module_reference)?;
        let (&(root, at), rest) = path.split_first()?;
        let root = self.lookup(root, self.scoping.symbol_scope_id(symbol), at)?;
        let mut entity = Entity::from(root);
        for (name, _) in rest {
            entity = self.property_within(entity, name.as_str(), aliases)?;
        }
        self.container(entity, aliases)
    }

    /// Whether an alias stands for what is only a type, so that nothing of it is there at run time.
    pub fn is_type_alias(&self, alias: &TSImportEqualsDeclaration<'a>) -> bool {
        let mut alias = alias;
        for _ in 0..MAX_ALIASES {
            let Some(path) = path_of(&alias.module_reference) else { return false };
            let Some((&(root, at), rest)) = path.split_first() else { return false };
            let scope = self.scoping.symbol_scope_id(alias.id.symbol_id());
            let Some(root_meaning) = self.lookup(root, scope, at) else {
                // No value has this name. It is a type if the source declares it at all.
                return self.scoping.find_binding(scope, root).is_some();
            };
            let mut entity = Entity::from(root_meaning);
            for (name, _) in rest {
                let Some(next) = self.property(entity, name.as_str()) else {
                    let container = self.container(entity, MAX_ALIASES).and_then(|id| self.declarations.container(id));
                    return container.is_some_and(|container| container.types.contains(name.as_str()));
                };
                entity = next;
            }
            let Entity::Symbol(symbol) = entity else { return false };
            match self.declarations.alias(symbol) {
                Some(next) => alias = next,
                None => return false,
            }
        }
        false
    }

    fn binding(&self, scope: ScopeId, name: Ident<'_>, at: u32) -> Option<SymbolId> {
        let symbol = self.scoping.get_binding(scope, name)?;
        let is_visible = is_value(self.scoping.symbol_flags(symbol)) && !self.is_hidden(symbol, scope, at);
        is_visible.then_some(symbol)
    }

    /// What the body of a function declares is not seen by its parameters.
    fn is_hidden(&self, symbol: SymbolId, scope: ScopeId, at: u32) -> bool {
        let body = match self.nodes.kind(self.scoping.get_node_id(scope)) {
            AstKind::Function(function) => function.body.as_ref().map(|body| body.span),
            AstKind::ArrowFunctionExpression(function) => Some(function.body.span()),
            _ => None,
        };
        body.is_some_and(|body| at < body.start && self.scoping.symbol_span(symbol).start >= body.start)
    }
}

/// The identifiers of `a.b.c`, with their places. `None` for a module of another file.
pub fn path_of<'a>(reference: &TSModuleReference<'a>) -> Option<Vec<(Ident<'a>, u32)>> {
    let mut path = Vec::new();
    let mut qualified = match reference {
        TSModuleReference::IdentifierReference(root) => return Some(vec![(root.name, root.span.start)]),
        TSModuleReference::QualifiedName(name) => name,
        TSModuleReference::ExternalModuleReference(_) => return None,
    };
    loop {
        path.push((qualified.right.name, qualified.right.span.start));
        match &qualified.left {
            TSTypeName::QualifiedName(left) => qualified = left,
            TSTypeName::IdentifierReference(root) => {
                path.push((root.name, root.span.start));
                path.reverse();
                return Some(path);
            }
            TSTypeName::ThisExpression(_) => return None,
        }
    }
}
