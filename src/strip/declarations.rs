//! What becomes of a statement: whether it is only types, code, or code that cannot be had by erasing.

#[allow(clippy::wildcard_imports, reason = "a walk over the tree names most of its types")]
use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

use std::collections::HashSet;

use super::{
    Goal,
    diagnostics::{self, Fault},
};

/// What becomes of a statement.
pub enum Fate {
    Kept,
    Erased,
    Refused(Fault),
}

/// What the fate of a declaration depends on.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'t> {
    pub goal: Goal,
    pub in_namespace: bool,
    /// Where enums, namespaces and import aliases are kept for a transform: where those of them begin that are only types.
    pub types: Option<&'t HashSet<u32>>,
}

impl Rules<'_> {
    fn of_code(&self, span: Span, refusal: impl FnOnce(Span) -> Fault) -> Fate {
        match self.types {
            Some(types) => erased_if(types.contains(&span.start)),
            None => Fate::Refused(refusal(span)),
        }
    }
}

/// What becomes of `statement`.
pub fn fate(statement: &Statement<'_>, rules: Rules<'_>) -> Fate {
    if let Some(module) = statement.as_module_declaration() {
        return match rules.goal {
            Goal::Body if !rules.in_namespace => Fate::Refused(in_body(module)),
            _ => of_module_declaration(module, rules),
        };
    }
    match statement.as_declaration() {
        Some(declaration) => of_declaration(declaration, rules),
        None => Fate::Kept,
    }
}

fn of_declaration(declaration: &Declaration<'_>, rules: Rules<'_>) -> Fate {
    match declaration {
        Declaration::VariableDeclaration(variable) => erased_if(variable.declare),
        Declaration::FunctionDeclaration(function) if function.id.is_none() => {
            Fate::Refused(diagnostics::function_without_name(function.span))
        }
        Declaration::FunctionDeclaration(function) => erased_if(is_signature(function)),
        Declaration::ClassDeclaration(class) => erased_if(class.declare),
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => Fate::Erased,
        Declaration::TSEnumDeclaration(decl) if decl.declare => Fate::Erased,
        Declaration::TSEnumDeclaration(decl) => rules.of_code(decl.span, diagnostics::non_erasable_enum),
        Declaration::TSNamespaceDeclaration(decl)
            if decl.declare || (rules.types.is_none() && !is_instantiated(decl)) =>
        {
            Fate::Erased
        }
        Declaration::TSNamespaceDeclaration(decl) => rules.of_code(decl.span, diagnostics::non_erasable_namespace),
        Declaration::TSImportEqualsDeclaration(alias)
            if alias.import_kind.is_type() && (rules.goal != Goal::Body || rules.types.is_some()) =>
        {
            Fate::Erased
        }
        Declaration::TSImportEqualsDeclaration(alias) => match &alias.module_reference {
            TSModuleReference::ExternalModuleReference(_) => {
                Fate::Refused(diagnostics::non_erasable_import_alias(alias.span))
            }
            _ => rules.of_code(alias.span, diagnostics::non_erasable_import_alias),
        },
    }
}

fn of_module_declaration(declaration: &ModuleDeclaration<'_>, rules: Rules<'_>) -> Fate {
    match declaration {
        ModuleDeclaration::ImportDeclaration(import) => erased_if(import.import_kind.is_type()),
        ModuleDeclaration::ExportAllDeclaration(export) => erased_if(export.export_kind.is_type()),
        ModuleDeclaration::ExportNamedDeclaration(export) => erased_if(export.export_kind.is_type()),
        ModuleDeclaration::ExportFromDeclaration(export) => erased_if(export.export_kind.is_type()),
        ModuleDeclaration::ExportDeclaration(export) => of_declaration(&export.declaration, rules),
        ModuleDeclaration::ExportDefaultDeclaration(export) => match &export.declaration {
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => Fate::Erased,
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => erased_if(is_signature(function)),
            _ => Fate::Kept,
        },
        ModuleDeclaration::TSExportAssignment(export) => {
            Fate::Refused(diagnostics::non_erasable_export_assignment(export.span))
        }
        ModuleDeclaration::TSNamespaceExportDeclaration(_) => Fate::Erased,
    }
}

fn erased_if(erased: bool) -> Fate {
    if erased { Fate::Erased } else { Fate::Kept }
}

/// An overload or a `declare function`.
fn is_signature(function: &Function<'_>) -> bool {
    function.declare || function.body.is_none()
}

#[cold]
fn in_body(declaration: &ModuleDeclaration<'_>) -> Fault {
    match declaration {
        ModuleDeclaration::ImportDeclaration(import) if import.import_kind.is_type() => {
            diagnostics::static_type_import(import.span)
        }
        ModuleDeclaration::ImportDeclaration(import) => diagnostics::static_import(import.span, dynamic_form(import)),
        other => diagnostics::static_export(keyword(other.span())),
    }
}

/// The span of the word `export` at the start of a declaration.
fn keyword(span: Span) -> Span {
    Span::new(span.start, span.end.min(span.start + 6))
}

/// The dynamic import that does what `import` does.
fn dynamic_form(import: &ImportDeclaration<'_>) -> String {
    let call = format!("await import({:?})", import.source.value.as_str());
    let mut names = Vec::new();
    let mut whole = None;
    for specifier in import.specifiers.iter().flatten() {
        match specifier {
            ImportDeclarationSpecifier::ImportSpecifier(specifier) if specifier.import_kind.is_type() => {}
            ImportDeclarationSpecifier::ImportSpecifier(specifier) => {
                let imported = specifier.imported.name();
                let local = specifier.local.name.as_str();
                names.push(if imported == local { local.to_owned() } else { format!("{imported}: {local}") });
            }
            ImportDeclarationSpecifier::ImportDefaultSpecifier(specifier) => {
                names.push(format!("default: {}", specifier.local.name));
            }
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(specifier) => whole = Some(specifier.local.name),
        }
    }
    match whole {
        Some(name) => format!("use `const {name} = {call}`"),
        None if names.is_empty() => format!("use `{call}`"),
        None => format!("use `const {{ {} }} = {call}`", names.join(", ")),
    }
}

/// Does a namespace hold anything that exists at run time?
fn is_instantiated(namespace: &TSNamespaceDeclaration<'_>) -> bool {
    match &namespace.body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => is_instantiated(inner),
        TSNamespaceDeclarationBody::TSModuleBlock(block) => {
            !block.directives.is_empty() || block.body.iter().any(is_value)
        }
    }
}

/// What is declared to exist elsewhere counts as well: the compiler emits an object for it.
fn is_value(statement: &Statement<'_>) -> bool {
    let (declaration, exported) = match statement {
        Statement::ExportDeclaration(export) => (&export.declaration, true),
        _ => match statement.as_declaration() {
            Some(declaration) => (declaration, false),
            None => return true,
        },
    };
    match declaration {
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => false,
        Declaration::VariableDeclaration(_)
        | Declaration::FunctionDeclaration(_)
        | Declaration::ClassDeclaration(_)
        | Declaration::TSEnumDeclaration(_) => true,
        Declaration::TSNamespaceDeclaration(decl) => is_instantiated(decl),
        Declaration::TSImportEqualsDeclaration(_) => exported,
    }
}
