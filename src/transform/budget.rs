//! A bound on the work that a source can cause.

use std::cell::Cell;

/// Steps of lookups from an inner scope to an outer one. Ordinary sources need a few for each name.
const STEPS: u32 = 8_000_000;

/// Code units of strings that are computed for the members of enums.
const UNITS: usize = 4 << 20;

pub struct Budget {
    steps: Cell<u32>,
    units: Cell<usize>,
    spent: Cell<bool>,
}

impl Budget {
    pub fn new() -> Self {
        Self { steps: Cell::new(STEPS), units: Cell::new(UNITS), spent: Cell::new(false) }
    }

    /// Takes one step. Tells whether there was one left.
    pub fn take(&self) -> bool {
        let left = self.steps.get().checked_sub(1);
        self.steps.set(left.unwrap_or_default());
        self.note(left.is_some())
    }

    /// Takes the code units of one string. Tells whether there were enough left.
    pub fn take_units(&self, units: usize) -> bool {
        let left = self.units.get().checked_sub(units);
        self.units.set(left.unwrap_or_default());
        self.note(left.is_some())
    }

    /// Whether something was not given.
    pub fn is_spent(&self) -> bool {
        self.spent.get()
    }

    fn note(&self, given: bool) -> bool {
        self.spent.set(self.spent.get() || !given);
        given
    }
}
