/**
 * CommonJS's `Module`. Its class is there in every worker; the module `node:module` would take a millisecond of each boot.
 */
const Module = /** @type {typeof import('node:module')} */ (typeof module === 'object' ? module.constructor : process.getBuiltinModule('node:module'))

export const { builtinModules, syncBuiltinESMExports } = Module
