import { describe, expect, it } from 'vitest'
import { ProgramSyntaxError, stripTypeScript } from '../../js/index.js'
import { renderDiagnostic } from '../../js/strip.js'

/** The mistakes that models make: [name, program, line:column, message]. */
const MISTAKES = [
  [
    'enum', 'const a = 1\nenum Color { Red, Green }\nreturn Color.Red',
    '2:1', 'an enum is code, not only types, and cannot be erased',
  ],
  ['const enum', 'const a = 1\nconst enum E { A = 1 }', '2:1', 'an enum is code, not only types, and cannot be erased'],
  [
    'namespace', 'const a = 1\nnamespace N { export const x = 1 }',
    '2:1', 'a namespace that holds values is code, not only types, and cannot be erased',
  ],
  [
    'module', 'const a = 1\nmodule M { export const x = 1 }',
    '2:1', 'a namespace that holds values is code, not only types, and cannot be erased',
  ],
  [
    'parameter property', 'class A {\n  constructor(private readonly x: number) {}\n}',
    '2:15', 'a parameter property is code, not only types, and cannot be erased',
  ],
  ['decorator', 'const a = 1\n@sealed\nclass A {}', '2:1', 'decorators are not supported'],
  [
    'angle-bracket assertion', 'const a = 1\nconst b = <number>a',
    '2:11', 'an angle-bracket type assertion is not supported',
  ],
  ['angle-bracket const', 'const b = <const>["a"]', '1:11', 'an angle-bracket type assertion is not supported'],
  [
    'named import', 'const a = 1\nimport { readFile } from "fs/promises"\nreturn 1',
    '2:1', 'a program is the body of a function and cannot have an import declaration',
  ],
  [
    'import with alias', 'import { a as b, c } from "x"',
    '1:1', 'a program is the body of a function and cannot have an import declaration',
  ],
  [
    'default import', 'import fs from "fs"\nreturn 1',
    '1:1', 'a program is the body of a function and cannot have an import declaration',
  ],
  [
    'namespace import', 'import * as fs from "fs"\nreturn 1',
    '1:1', 'a program is the body of a function and cannot have an import declaration',
  ],
  ['bare import', 'import "x"', '1:1', 'a program is the body of a function and cannot have an import declaration'],
  [
    'type import', 'import type { A } from "a"\nreturn 1',
    '1:1', 'a program is the body of a function and cannot have an import declaration',
  ],
  [
    'import =', 'const a = 1\nimport fs = require("fs")',
    '2:1', '`import … =` is code, not only types, and cannot be erased',
  ],
  ['export const', 'const a = 1\nexport const b = 2', '2:1', 'a program is the body of a function and cannot export'],
  ['export default', 'const a = 1\nexport default a', '2:1', 'a program is the body of a function and cannot export'],
  [
    'export async function', 'export async function main() {}',
    '1:1', 'a program is the body of a function and cannot export',
  ],
  [
    'import.meta', 'return import.meta.url',
    '1:8', '`import.meta` exists only in modules; a program is the body of a function',
  ],
  ['accessor without a body', 'class A { get x(): number; set x(v: number) {} }', '1:11', 'this accessor has no body'],
  ['missing } in a callback', 'a.forEach((b) => {\n  if (b) {\n    f(b)\n})', '4:2', 'this `)` stands where the `{` at 1:18 is still open'],
  ['missing } in a line', 'f(async a => { await g(a) ))', '1:27', 'this `)` stands where the `{` at 1:14 is still open'],
  ['backslash before a quote', 'const a = \\"b\\"', '1:11', 'a backslash stands outside of a string'],
  ['backslash and n', 'f()\\ng()', '1:4', 'a backslash stands outside of a string'],
  ['backslash, n and a keyword', 'f();\\nconst a = 1', '1:5', 'a backslash stands outside of a string'],
  ['backslash at the end of a line', 'const a = 1 + \\\n  2', '1:15', 'a backslash stands outside of a string'],
  ['member of a number', 'const a = 1.toFixed(2)', '1:13', 'a name cannot follow a number directly'],
  ['HTML >', 'if (a &gt; 1) f()', '1:7', '`&gt;` is HTML and means nothing in code'],
  ['HTML arrow', 'f(a =&gt; a)', '1:6', '`&gt;` is HTML and means nothing in code'],
  ['HTML &&', 'a &amp;&amp; b', '1:3', '`&amp;` is HTML and means nothing in code'],
  ['method with an arrow', 'const a = { b() => { return 1 } }', '1:14', 'a method has no `=>`'],
  ['invisible character', 'return a\u2060', '1:9', 'an invisible character stands here (U+2060)'],
  ['reserved name of a function', 'function delete(a) {}', '1:10', '`delete` is a reserved word and cannot be a name'],
  ['key without a value', 'return { "a": 1, "b" }', '1:22', 'expected `:` before `}`'],
  ['default without a colon', 'switch (a) { default f() }', '1:22', 'expected `:` before `f`'],
  ['JSX', 'const a = 1\nreturn <div className="x">hi</div>', '2:8', 'JSX is not supported'],
  ['JSX self-closing', 'const a = <Foo bar={1} />\nreturn a', '1:11', 'JSX is not supported'],
  [
    'regrouping as', 'const a = 1\nconst b = a + 1 as number * 2',
    '2:27', 'without this type assertion the operators around it would apply to other operands',
  ],
  ['missing }', 'if (true) {\n  const a = 1\nreturn a', '1:11', 'this `{` is never closed'],
  ['missing } inside', 'function f() {\n  if (x) {\n    g()\n}\nreturn f()', '1:14', 'this `{` is never closed'],
  ['missing )', 'const a = foo(1, 2\nreturn a', '2:1', 'expected `,` or `)` before `return`'],
  ['missing ) at end', 'return foo(bar(1, 2)', '1:11', 'this `(` is never closed'],
  ['missing ]', 'const a = [1, 2\nreturn a', '2:1', 'expected `,` or `]` before `return`'],
  ['extra }', 'const a = 1\n}\nreturn a', '2:1', 'this `}` closes nothing'],
  ['extra )', 'const a = (1 + 2))\nreturn a', '1:18', 'this `)` closes nothing'],
  ['wrong bracket', 'const a = [1, 2)\nreturn a', '1:16', 'this `)` stands where the `[` at 1:11 is still open'],
  ['missing comma in object', 'const a = {\n  b: 1\n  c: 2\n}', '3:3', 'expected `,` or `}` before `c`'],
  ['missing comma in array', 'const a = [1 2]', '1:14', 'expected `,` or `]` before `2`'],
  ['missing comma in call', 'f(a b)', '1:5', 'expected `,` or `)` before `b`'],
  ['= in object', 'const a = { b = 1 }', '1:13', 'an object has `name: value`, not `name = value`'],
  ['unterminated string', 'const a = "abc\nreturn a', '1:11', 'this string is not closed on its line'],
  ['apostrophe in string', 'const s = \'it\'s\'', '1:15', 'unexpected `s` after the end of a string'],
  ['unclosed substitution', 'const a = `abc ${x(y)`\nreturn a', '1:17', 'this `{` is never closed'],
  ['unclosed call in a substitution', 'const a = `abc ${x(y`\nreturn a', '1:19', 'this `(` is never closed'],
  ['unterminated template', 'const a = `abc ${x}\nreturn a', '1:11', 'this template literal is never closed'],
  ['unterminated comment', 'const a = 1 /* b', '1:13', 'this comment is never closed'],
  ['unterminated regex', 'const r = /abc\nreturn r', '1:11', 'this regular expression is not closed on its line'],
  ['missing type', 'const a: = 1', '1:10', 'expected a type before `=`'],
  [
    'await in sync function', 'function f() {\n  return await g()\n}',
    '2:10', '`await` stands in a function that is not async',
  ],
  [
    'await in map callback', 'const xs = ids.map((id) => await get(id))',
    '1:28', '`await` stands in a function that is not async',
  ],
  [
    'await in forEach callback', 'ids.forEach(function (id) { await get(id) })',
    '1:29', '`await` stands in a function that is not async',
  ],
  [
    'for await in sync function', 'function f() { for await (const x of y) {} }',
    '1:20', '`for await` stands in a function that is not async',
  ],
  ['Ruby def', 'def f(x)\n  x + 1\nend', '1:5', '`def` declares no function in TypeScript'],
  ['Python def', 'def f(x):\n  return x', '1:1', 'this is Python; a program is TypeScript'],
  ['Python print', 'x = 1\nprint "x"', '2:1', 'this is Python; a program is TypeScript'],
  ['Python import', 'import os\nprint(os.getcwd())', '1:1', 'this is Python; a program is TypeScript'],
  ['Python from', 'from os import path', '1:1', 'this is Python; a program is TypeScript'],
  ['Python if', 'x = 1\nif x > 1:\n  y()', '2:1', 'this is Python; a program is TypeScript'],
  ['Python for', 'for x in xs:\n  print(x)', '1:1', 'this is Python; a program is TypeScript'],
  ['Python and', 'if (a and b) c()', '1:7', '`and` is not an operator of TypeScript'],
  ['Python not', 'if (not a) b()', '1:5', '`not` is not an operator of TypeScript'],
  ['shell', 'npm install left-pad', '1:1', 'this is a shell command; a program is TypeScript'],
  ['shell prompt', '$ ls -la', '1:1', 'this is a shell command; a program is TypeScript'],
  ['hashbang', '#!/usr/bin/env node\nreturn 1', '1:1', 'a program cannot begin with `#!`'],
  ['Markdown fence', '```ts\nreturn 1\n```', '1:1', 'a Markdown code fence is not part of a program'],
  ['closing fence', 'return 1\n```', '2:1', 'a Markdown code fence is not part of a program'],
  ['prose', 'Here is the program you asked for:\nreturn 1', '1:1', 'this is text; a program is TypeScript alone'],
  [
    'prose before fence', 'Here is the code:\n\n```ts\nreturn 1\n```',
    '1:1', 'this is text; a program is TypeScript alone',
  ],
  ['smart quotes', 'const a = “abc”', '1:11', '`“` is a typographic quote, which code cannot use'],
  ['smart single quotes', 'const a = ‘abc’', '1:11', '`‘` is a typographic quote, which code cannot use'],
  ['full-width parenthesis', 'f（1）', '1:2', '`（` has no meaning in TypeScript'],
  ['JSON object', '{\n  "a": 1,\n  "b": 2\n}', '1:1', 'a `{` at the start of a statement opens a block, not an object'],
  ['redeclared const', 'const a = 1\nconst a = 2', '2:7', '`a` is declared twice in the same scope'],
  ['redeclared let', 'let a = 1\nfunction f() {}\nlet a = 2', '3:5', '`a` is declared twice in the same scope'],
  ['const without value', 'const a\na = 1', '1:7', 'a `const` needs a value'],
  ['const without value, typed', 'const a: number', '1:7', 'a `const` needs a value'],
  ['destructuring without value', 'const { a, b }', '1:7', 'a destructuring declaration needs a value'],
  ['reserved word', 'const class = 1', '1:7', '`class` is a reserved word and cannot be a name'],
  ['reserved word default', 'let default = 1', '1:5', '`default` is a reserved word and cannot be a name'],
  ['await as a name', 'const await = 1', '1:7', '`await` cannot be a name here'],
  ['arguments', 'var arguments = 1', '1:5', '`arguments` cannot be declared or assigned to in strict mode'],
  ['break in callback', 'xs.forEach(x => { if (x) break })', '1:26', '`break` stands outside of a loop or switch'],
  ['continue in callback', 'xs.map(x => { continue })', '1:15', '`continue` stands outside of a loop'],
  ['undefined label', 'for (;;) { break outer }', '1:18', 'no statement around this has such a label'],
  ['yield', 'yield 1', '1:1', '`yield` stands outside of a generator'],
  ['super', 'super.x()', '1:1', '`super` stands outside of a method of a derived class'],
  ['new lines before arrow', 'const f = (a)\n=> a', '2:1', '`=>` cannot begin a line'],
  ['statement after an operator', 'const a = b ?? throw c', '1:16', 'unexpected `throw` after `??`'],
  ['operator after an operator', 'const a = b => => c', '1:16', 'unexpected `=>` after `=>`'],
  ['two statements on a line', 'const a = 1 const b = 2', '1:13', 'unexpected `const` after `1`'],
  ['else without if', 'if (a) b(); c()\nelse d()', '2:1', 'this `else` belongs to no `if`'],
  ['else after semicolon', 'if (a) { b() };\nelse { c() }', '2:1', 'this `else` belongs to no `if`'],
  ['catch without try', 'catch (e) {}', '1:1', 'this `catch` belongs to no `try`'],
  ['try alone', 'try { f() }\nreturn 1', '1:12', 'a `try` needs a `catch` or a `finally`'],
  ['if without parens', 'if x > 1 { y() }', '1:4', 'expected `(` after `if`'],
  ['conditional without else', 'const a = b ? c\nreturn a', '2:1', 'expected `:` before `return`'],
  ['mixed ??', 'const a = b ?? c || d', '1:11', '`??` cannot stand beside `&&` or `||` without parentheses'],
  ['unary before **', 'const a = -b ** 2', '1:11', 'a unary operator cannot stand before `**` without parentheses'],
  ['assign to call', 'f() = 1', '1:1', 'this cannot be assigned to'],
  ['assign to optional chain', 'a?.b = 1', '1:1', 'this cannot be assigned to'],
  ['compare with =', 'if (1 = a) b()', '1:5', 'this cannot be assigned to'],
  ['delete variable', 'let a = 1\ndelete a', '2:8', 'a variable cannot be deleted'],
  ['with', 'with (a) { b }', '1:1', '`with` does not exist in strict mode'],
  ['octal', 'const a = 010', '1:11', 'a number cannot begin with 0 here'],
  ['Python comment', 'const a = 1 # one', '1:13', '`#` begins a private name and no comment'],
  ['digits apart', 'const a = 1__0', '1:13', 'this is not a number'],
  ['Python not', 'const a = not b', '1:11', '`not` is not an operator of TypeScript'],
  ['Python lambda', 'f(1)\nlambda x: x + 1', '2:1', 'this is Python; a program is TypeScript'],
  ['arrow in an object', 'const a = { b => 1 }', '1:15', 'an object has `name: value`, not `name = value`'],
  ['equals after a quoted name', 'const a = { "b" = 1 }', '1:17', 'an object has `name: value`, not `name = value`'],
  ['octal escape', 'f("a", "\\033[31mred")', '1:9', '`\\033` is an octal escape sequence, which TypeScript does not have'],
  ['octal escape in a template', 'f(`${a}\\1`)', '1:8', '`\\1` is an octal escape sequence, which TypeScript does not have'],
  ['octal escape in the first string', '"\\07"; f()', '1:2', '`\\07` is an octal escape sequence, which TypeScript does not have'],
  ['escaped digit', "const a = 'a\\9'", '1:13', 'this is not an escape sequence'],
  ['number and name', 'const a = 10px', '1:13', 'a name cannot follow a number directly'],
  ['bad escape', 'const a = `\\u12`', '1:12', 'this is not an escape sequence'],
  [
    'private name outside', 'class A {}\nreturn new A().#x',
    '2:16', '`#x` is a private name that no class around it declares',
  ],
  ['typed argument', 'f(a: number)', '1:4', 'expected `,` or `)` before `:`'],
  ['object as statement', 'a: 1, b: 2', '1:8', 'unexpected `:` after an expression'],
  ['Java declaration', 'int x = 5;', '1:5', '`int x` declares no variable in TypeScript'],
  ['Rust fn', 'fn main() { return 1 }', '1:4', '`fn` declares no function in TypeScript'],
  ['func', 'func add(a, b) { return a + b }', '1:6', '`func` declares no function in TypeScript'],
  ['function without name', 'function (a) { return a }', '1:10', 'a function declaration needs a name'],
  ['statement in switch', 'switch (a) { b() }', '1:14', 'a `switch` holds only `case` and `default`'],
  ['declaration as body', 'if (a) const b = 1', '1:8', 'a declaration cannot be the whole body of another statement'],
  [
    'merge conflict', '<<<<<<< HEAD\nconst a = 1\n=======\nconst a = 2\n>>>>>>> b',
    '1:1', 'a merge conflict is left in the program',
  ],
  [
    'HTML comment', 'const a = 1 <!-- b',
    '1:13', '`<!--` and `-->` begin comments in some readings of JavaScript and are refused',
  ],
  ['cut off', 'const a =', '1:10', 'the program ends in the middle of a statement'],
  ['cut off in call', 'return await tools.search({ query: "a",', '1:27', 'this `{` is never closed'],
  ['private member outside', 'private x = 1', '1:1', '`private` cannot stand here'],
  ['public function', 'public function f() {}', '1:1', '`public` cannot stand here'],
  ['accessor', 'class A { accessor x = 1 }', '1:11', 'the `accessor` keyword is not supported'],
  ['abstract outside', 'abstract x', '1:1', '`abstract` cannot stand here'],
  ['column after astral', 'const s = "😀"; const t = @', '1:28', 'the program ends in the middle of a statement'],
  ['interface without name', 'interface { a: number }', '1:11', 'expected a name after `interface`'],
  ['generic call without paren', 'f<string>(', '1:10', 'this `(` is never closed'],
]

/** @param {string} program @returns {ProgramSyntaxError} */
function faultOf(program) {
  try {
    stripTypeScript(program)
  } catch (error) {
    if (error instanceof ProgramSyntaxError) return error
    throw error
  }
  throw new Error('the program was taken')
}

describe('what is said about a program that is not taken', () => {
  it.each(MISTAKES)('%s', (_name, program, place, message) => {
    const fault = faultOf(program)
    expect(`${fault.line}:${fault.column} ${fault.message}`).toBe(`${place} ${message}`)
  })

  it('names the dynamic form of a static import', () => {
    expect(faultOf("import a, { b as c } from 'x'").hint).toBe('use `const { default: a, b: c } = await import("x")`')
  })

  it('says of a repeated declaration where the first one is', () => {
    expect(faultOf('const a = 1\n\nconst a = 2').hint).toContain('1:7')
  })

  it('says which bracket lacks its end where the indentation tells', () => {
    expect(faultOf('function f() {\n  if (x) {\n    g()\n}\nreturn f()').hint).toContain('2:10')
  })

  it('marks the place in the source line, with tabs kept', () => {
    expect(faultOf('const a = 1\n\tenum E { A }').excerpt).toBe('\tenum E { A }\n\t^^^^^^^^^^^^')
  })

  it('shows a part of a long line', () => {
    const { excerpt, column } = faultOf(`const a = "${'x'.repeat(5000)}"; a b`)
    expect(column).toBe(5017)
    expect(excerpt?.split('\n').map(line => line.length <= 170)).toEqual([true, true])
  })

  it('counts columns in UTF-16 code units and lines by every line terminator', () => {
    expect(faultOf('"😀"; a b').column).toBe(9)
    expect(faultOf('a\r\nb\rc\u2028d\u2029e f').line).toBe(5)
  })

  it('has no place for what is wrong with the whole program', () => {
    const fault = faultOf(' '.repeat(2 * 1024 * 1024 + 1))
    expect(fault).toMatchObject({ code: 'source-too-large', line: null, column: null, excerpt: null })
  })

  it('is a syntax error to whoever reads it', () => {
    const fault = faultOf('enum E {}')
    expect(fault).toBeInstanceOf(SyntaxError)
    expect(String(fault)).toBe(`SyntaxError: ${fault.message}`)
    expect(fault.code).toBe('non-erasable-enum')
  })
})

describe('the hint of a diagnostic', () => {
  it.each([
    ['if (f() = 1) g()', 'use `===` to compare'],
    ['if (f()="a") g()', 'use `===` to compare'],
    ['f() += 1', undefined],
    ['f()++', undefined],
    ['--2', undefined],
    ['[f()] = x', undefined],
    ['({ a: 1 } = x)', undefined],
    ['for (f() of x) {}', undefined],
    ['switch (a) { case 1 f() }', 'a colon ends what a `case` compares with: `case 1: …`'],
    ['switch (a) {\n  case "b"\n    f()\n}', 'a colon ends what a `case` compares with: `case 1: …`'],
    ['const a = b ? c\nreturn a', 'a conditional expression is `condition ? a : b`'],
    ["f('\\033[0m')", 'write `\\x1b`'],
    ['const a = b # c', 'a comment begins with `//`'],
    ['a.map(b -> b.c)', 'an arrow function is `a => b`, and a member is `a.b`'],
    ['if (a <> b) f()', 'use `!==`'],
    ['a::b()', 'a member is `a.b`'],
    ['a.[0]', 'leave out the dot'],
    ['f(*args)', 'what spreads a list is `...list`'],
    ['const a = b if c else d', 'a conditional expression is `condition ? a : b`'],
    ['const a = if (b) 1 else 2', 'a conditional expression is `condition ? a : b`'],
    ['return b if c', 'put the condition first: `if (condition) { … }`'],
    ['const a = [b for b in c]', 'a list is made from another one with `map` and `filter`'],
    ['const f = () => throw new Error("a")', 'a statement stands in a block: `=> { throw error }`; a value needs no `return`: `=> value`'],
    ['const f = (a) => return a', 'a statement stands in a block: `=> { throw error }`; a value needs no `return`: `=> value`'],
    ['const a = b ?? throw new Error("a")', 'a statement cannot be part of an expression: use `if (condition) { … }`'],
    ['a.length || return []', 'a statement cannot be part of an expression: use `if (condition) { … }`'],
    ['for (const a of b) { a && continue }', 'a statement cannot be part of an expression: use `if (condition) { … }`'],
    ['List<String> a = b', 'a variable is declared with `const name: Type<Other> = …`'],
    ['a() = 1', 'use `===` to compare'],
    ['async const f = () => 1', 'it stands before a function: `const f = async () => …`'],
    ['f(…a)', 'what spreads is three dots: `...`'],
    ['const a = { b-c: 1 }', 'a key that is no name stands in quotes: `"a-b": 1`'],
    ['const a = { b?: 1 }', 'a key of an object has no `?`'],
    ['const { a as b } = c', 'what is taken apart is renamed with a colon: `{ a: b }`'],
    ['const a = { b 1 }', 'a colon stands between a key and its value'],
    ['const f = async (a): Promise<void => { b() }', undefined],
    ['const a = b ? c : d : e', undefined],
    ['a := 5', 'write `const name = …`'],
    ['const a: = 5', 'name the type after the colon, or leave out the colon'],
    ['if (a not in b) { f() }', 'use `!(key in object)`; for a list, `!list.includes(value)`'],
    ['if (a is not null) { f() }', 'use `!==`'],
    ['if (a is null) { f() }', 'use `===`'],
    ['if (a) { b() } else (c) { d() }', undefined],
    ['const f = (a) { return a }', undefined],
    ['f() { return 1 }', undefined],
    ['const a = "b" "c"', undefined],
    ['const a = (any) b', undefined],
    ['foo() bar()', 'if a new statement begins here, put a semicolon or a line break before it'],
    ['a = 1 b = 2', 'if a new statement begins here, put a semicolon or a line break before it'],
    ['const a = `use `b` here`', 'a backtick in a template literal needs a backslash before it'],
    ['let my-var = 2', 'a name has no `-`: write `myName`'],
    ['const a = 1 - b c', undefined],
    ['function f(a: number) -> number { return a }', 'a return type follows a colon: `function f(): T`'],
    ['const a = b\n  as T', 'this cannot begin a line: put it behind its value'],
    ['f((a) = > a)', '`=>` is written without a space in it'],
    ['const a = throw new Error("b")', 'a statement cannot be part of an expression: use `if (condition) { … }`'],
    ['function f(number a, string b) {}', 'a type follows its name: `name: type`'],
    ['for await (const a of b) => { f(a) }', 'a loop and an `if` have no `=>`'],
    ['class A { f() => 1 }', undefined],
    ['return { "a": 1, "b" }', undefined],
    ['const a = b\n  ? c\n  d', 'a conditional expression is `condition ? a : b`'],
    ['switch (a) { default f() }', 'a colon ends what a `case` compares with: `case 1: …`'],
    ['a.forEach((b) => {\n  if (b) {\n    f(b)\n})', 'add the missing `}`; by the indentation it is that of the bracket at 2:10'],
    ['const a = b[0)', 'add the missing `]` before it, or remove it'],
    ['return \\`a\\`', 'leave the backslash out: the program was escaped once too often'],
    ['const a = f"b {c}"', 'a text with values in it is a template literal: `total ${count}`'],
    ['f(f"b {c}")', 'a text with values in it is a template literal: `total ${count}`'],
    ['try { f() } catch e { g() }', 'write `catch (error) { … }`'],
    ['class A { function f() {} }', 'a method has no `function` before its name'],
    ['class A { let a = 1 }', 'a field has no `let` or `var` before its name'],
    ['if (a) then { b() }', 'leave out `then`'],
    ['async () => { await f() }()', 'to call a function where it stands, put parentheses around it'],
    ['a.map(function(b) => { f(b) })', 'an arrow function has no `function` before its parameters'],
    ['add(a, b) => a + b', 'an arrow function gets its name so: `const name = (a, b) => …`'],
    ['foreach (const a of b) { f(a) }', 'a loop over a list is `for (const item of list) { … }`'],
    ['for (const a : b) { f(a) }', 'a loop over a list is `for (const item of list) { … }`'],
    ['f() if (a) { g() } else { h() }', 'if a new statement begins here, put a semicolon or a line break before it'],
    ['a[0] = 1 for (const b of c) { f(b) }', 'if a new statement begins here, put a semicolon or a line break before it'],
    ['f().then { g() }', undefined],
    ["console.log 'a'", 'if this is a call, put parentheses around its arguments'],
    ["const a = 1 'b'", undefined],
  ])('%s', (program, hint) => expect(faultOf(program).hint ?? undefined).toBe(hint))
})

describe('the text of a diagnostic', () => {
  it('has the error, the place, the line with a caret, and the hint', () => {
    const text = renderDiagnostic({
      code: 'syntax-error', message: 'no', line: 2, column: 3, excerpt: '  x\n  ^', hint: 'yes', needsTransform: false,
    })
    expect(text).toBe('SyntaxError: no\n      x\n      ^\n    at program.ts:2:3\nhint: yes')
  })

  it('leaves out what is not known', () => {
    expect(renderDiagnostic({ code: 'source-too-large', message: 'no', needsTransform: false })).toBe('SyntaxError: no')
  })
})
