//! The values that TypeScript gives to the members of enums before the program runs.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
};

use oxc_ast::ast::{
    BinaryExpression, BinaryOperator, ComputedMemberExpression, Expression, TemplateLiteral, UnaryExpression,
    UnaryOperator,
};
use oxc_ecmascript::{ToInt32, ToUint32};
use oxc_semantic::{ScopeId, SymbolId};
use oxc_span::GetSpan;
use oxc_syntax::number::ToJsString;

use super::{
    declarations::{BodyId, MemberId},
    resolve::{Entity, Names},
    text::{self, Text},
};

#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    Number(f64),
    Text(Text),
}

impl Constant {
    fn into_text(self) -> Text {
        match self {
            Self::Number(number) => number.to_js_string().encode_utf16().collect(),
            Self::Text(text) => text,
        }
    }
}

/// What is known of an expression.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Value {
    pub constant: Option<Constant>,
    /// Its form says that it is a string, even where its value is not known.
    pub is_string_by_form: bool,
}

impl Value {
    pub fn is_string(&self) -> bool {
        self.is_string_by_form || matches!(self.constant, Some(Constant::Text(_)))
    }

    fn number(number: f64) -> Self {
        Self { constant: Some(Constant::Number(number)), is_string_by_form: false }
    }

    fn text(text: Text) -> Self {
        Self { constant: Some(Constant::Text(text)), is_string_by_form: true }
    }
}

/// Where a value is asked for.
#[derive(Clone, Copy)]
struct Place {
    at: u32,
    scope: ScopeId,
    /// The member or the constant whose value it is.
    member: Option<MemberId>,
}

pub struct Constants<'a, 's> {
    names: Names<'a, 's>,
    bodies: RefCell<HashSet<BodyId>>,
    members: RefCell<HashMap<MemberId, Value>>,
    /// `None` while its value is being found.
    variables: RefCell<HashMap<SymbolId, Option<Value>>>,
}

impl<'a, 's> Constants<'a, 's> {
    pub fn new(names: Names<'a, 's>) -> Self {
        Self { names, bodies: RefCell::default(), members: RefCell::default(), variables: RefCell::default() }
    }

    /// The value of a member, as far as it is known.
    pub fn member(&self, id: MemberId) -> Value {
        if let Some(member) = self.names.declarations.member(id) {
            self.compute(member.body);
        }
        self.copy(self.members.borrow().get(&id))
    }

    fn compute(&self, id: BodyId) {
        let Some(body) = self.names.declarations.body(id) else { return };
        if !self.bodies.borrow_mut().insert(id) {
            return;
        }
        let mut next = Some(0.0);
        for &id in &body.members {
            let Some(member) = self.names.declarations.member(id) else { continue };
            let value = match &member.node.initializer {
                Some(initializer) => {
                    let place = Place { at: member.node.span.start, scope: body.scope, member: Some(id) };
                    self.evaluate(initializer, place)
                }
                None if body.is_open => Value::default(),
                None => Value { constant: next.map(Constant::Number), is_string_by_form: false },
            };
            next = match value.constant {
                Some(Constant::Number(number)) => Some(number + 1.0),
                _ => None,
            };
            self.members.borrow_mut().insert(id, value);
        }
    }

    fn evaluate(&self, expression: &Expression<'a>, place: Place) -> Value {
        match expression.without_parentheses() {
            Expression::NumericLiteral(literal) => Value::number(literal.value),
            Expression::StringLiteral(literal) => Value::text(text::of_literal(literal)),
            Expression::TemplateLiteral(template) => self.template(template, place),
            Expression::UnaryExpression(unary) => self.unary(unary, place),
            Expression::BinaryExpression(binary) => self.binary(binary, place),
            Expression::ComputedMemberExpression(access) => self.element(access, place),
            expression => match self.entity(expression, place) {
                Some(entity) => self.entity_value(entity, place),
                None => unresolved(expression),
            },
        }
    }

    fn template(&self, template: &TemplateLiteral<'a>, place: Place) -> Value {
        let unknown = Value { constant: None, is_string_by_form: true };
        let mut quasis = template.quasis.iter().map(text::of_template_element);
        let Some(mut result) = quasis.next().flatten() else { return unknown };
        for (expression, quasi) in template.expressions.iter().zip(quasis) {
            let (Some(constant), Some(quasi)) = (self.evaluate(expression, place).constant, quasi) else {
                return unknown;
            };
            result.extend(constant.into_text());
            result.extend(quasi);
            if !self.names.budget.take_units(result.len()) {
                return unknown;
            }
        }
        Value::text(result)
    }

    fn unary(&self, unary: &UnaryExpression<'a>, place: Place) -> Value {
        let Some(Constant::Number(number)) = self.evaluate(&unary.argument, place).constant else {
            return Value::default();
        };
        match unary.operator {
            UnaryOperator::UnaryPlus => Value::number(number),
            UnaryOperator::UnaryNegation => Value::number(-number),
            UnaryOperator::BitwiseNot => Value::number(f64::from(!number.to_int_32())),
            _ => Value::default(),
        }
    }

    fn binary(&self, binary: &BinaryExpression<'a>, place: Place) -> Value {
        let left = self.evaluate(&binary.left, place);
        let right = self.evaluate(&binary.right, place);
        let is_addition = binary.operator == BinaryOperator::Addition;
        let is_string_by_form = is_addition && (left.is_string_by_form || right.is_string_by_form);
        let constant = match (left.constant, right.constant) {
            (Some(Constant::Number(left)), Some(Constant::Number(right))) => {
                calculate(binary.operator, left, right).map(Constant::Number)
            }
            (Some(left), Some(right)) if is_addition => {
                let mut text = left.into_text();
                text.extend(right.into_text());
                self.names.budget.take_units(text.len()).then_some(Constant::Text(text))
            }
            _ => None,
        };
        Value { constant, is_string_by_form }
    }

    fn element(&self, access: &ComputedMemberExpression<'a>, place: Place) -> Value {
        let name = match &access.expression {
            Expression::StringLiteral(literal) => literal.value,
            Expression::TemplateLiteral(template) => match template.single_quasi() {
                Some(name) => name,
                None => return Value::default(),
            },
            _ => return Value::default(),
        };
        let member = self.entity(&access.object, place).and_then(|entity| self.names.property(entity, &name));
        match member {
            Some(Entity::Member(member)) => self.entity_value(Entity::Member(member), place),
            _ => Value::default(),
        }
    }

    /// What `a` or `a.b.c` stands for.
    fn entity(&self, expression: &Expression<'a>, place: Place) -> Option<Entity> {
        let mut path = Vec::new();
        let mut expression = expression;
        let root = loop {
            match expression {
                Expression::Identifier(root) => break root,
                Expression::StaticMemberExpression(access) if !access.optional => {
                    path.push(access.property.name);
                    expression = &access.object;
                }
                _ => return None,
            }
        };
        let root = self.names.lookup(root.name, place.scope, root.span.start)?;
        path.iter().rev().try_fold(Entity::from(root), |left, name| self.names.property(left, name))
    }

    fn entity_value(&self, entity: Entity, place: Place) -> Value {
        match entity {
            Entity::Member(id) => self.member_value(id, place),
            Entity::Symbol(symbol) => self.variable_value(symbol, place),
        }
    }

    fn member_value(&self, id: MemberId, place: Place) -> Value {
        let Some(member) = self.names.declarations.member(id).filter(|_| place.member != Some(id)) else {
            return Value::default();
        };
        let Some(body) = self.names.declarations.body(member.body) else { return Value::default() };
        let Some(scope) = self.names.scoping.scope_parent_id(body.scope) else { return Value::default() };
        if self.is_declared_before(member.node.span.start, scope, place) { self.member(id) } else { Value::number(0.0) }
    }

    fn variable_value(&self, symbol: SymbolId, place: Place) -> Value {
        let Some(declarator) = self.names.declarations.constant(symbol) else { return Value::default() };
        let Some(initializer) = declarator.init.as_ref().filter(|_| declarator.type_annotation.is_none()) else {
            return Value::default();
        };
        let scope = self.names.scoping.symbol_scope_id(symbol);
        let span = declarator.span();
        let is_inside = span.start <= place.at && place.at < span.end;
        if is_inside || !self.is_declared_before(span.start, scope, place) {
            return Value::default();
        }
        if let Some(known) = self.variables.borrow().get(&symbol) {
            return self.copy(known.as_ref());
        }
        self.variables.borrow_mut().insert(symbol, None);
        let value = self.evaluate(initializer, Place { at: span.start, scope, member: None });
        let copy = self.copy(Some(&value));
        self.variables.borrow_mut().insert(symbol, Some(value));
        copy
    }

    fn copy(&self, value: Option<&Value>) -> Value {
        match value {
            Some(Value { constant: Some(Constant::Text(text)), .. }) if !self.names.budget.take_units(text.len()) => {
                Value::default()
            }
            value => value.cloned().unwrap_or_default(),
        }
    }

    /// Whether a declaration at `at` in `scope` comes before its use, or the use is run later.
    fn is_declared_before(&self, at: u32, scope: ScopeId, place: Place) -> bool {
        if at <= place.at {
            return true;
        }
        let scoping = self.names.scoping;
        for inner in scoping.scope_ancestors(place.scope).take_while(|&inner| inner != scope) {
            if !self.names.budget.take() || scoping.scope_flags(inner).is_function() {
                return true;
            }
        }
        false
    }
}

/// `Infinity` and `NaN`, where they are no names of the program.
fn unresolved(expression: &Expression) -> Value {
    match expression {
        Expression::Identifier(id) if id.name == "Infinity" => Value::number(f64::INFINITY),
        Expression::Identifier(id) if id.name == "NaN" => Value::number(f64::NAN),
        _ => Value::default(),
    }
}

fn calculate(operator: BinaryOperator, left: f64, right: f64) -> Option<f64> {
    Some(match operator {
        BinaryOperator::Addition => left + right,
        BinaryOperator::Subtraction => left - right,
        BinaryOperator::Multiplication => left * right,
        BinaryOperator::Division => left / right,
        BinaryOperator::Remainder => left % right,
        BinaryOperator::Exponential => power(left, right),
        BinaryOperator::BitwiseOR => f64::from(left.to_int_32() | right.to_int_32()),
        BinaryOperator::BitwiseAnd => f64::from(left.to_int_32() & right.to_int_32()),
        BinaryOperator::BitwiseXOR => f64::from(left.to_int_32() ^ right.to_int_32()),
        BinaryOperator::ShiftLeft => f64::from(left.to_int_32().wrapping_shl(right.to_uint_32() & 31)),
        BinaryOperator::ShiftRight => f64::from(left.to_int_32().wrapping_shr(right.to_uint_32() & 31)),
        BinaryOperator::ShiftRightZeroFill => f64::from(left.to_uint_32().wrapping_shr(right.to_uint_32() & 31)),
        _ => return None,
    })
}

/// `**`, which is not a number for a base of 1 or -1 and an exponent that is none or infinite.
fn power(base: f64, exponent: f64) -> f64 {
    let is_unit = base.abs().total_cmp(&1.0).is_eq();
    if exponent.is_nan() || (is_unit && exponent.is_infinite()) { f64::NAN } else { base.powf(exponent) }
}
