export { DUNDER_MEMBER, PORTABLE_RESERVED_WORDS, RESERVED_BINDING_GLOBALS, RESERVED_ERROR_MEMBERS } from './bindings.js'
export { WorkerThreadCodeRuntime } from './runtime.js'
export { ProgramSyntaxError, stripTypeScript } from './strip.js'
export { transformTypeScript } from './transform.js'
