export { ProgramSyntaxError, stripTypeScript } from './strip.js'
