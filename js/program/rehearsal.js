import { takeRingMemory } from '../ring.js'
import { SAMPLE_ANSWER } from '../sample-answer.js'
import { Calls } from './calls.js'
import { Outbox } from './outbox.js'
import { Output } from './output.js'
import { compile } from './start.js'

/** It uses what most programs use. */
const PROGRAM = `
const answer = await tools.answer({ id: 1, fields: ['a', 'b'], deep: { yes: true, none: null } })
console.log('%d lines', 2, 'text', answer)
return { rows: [answer], text: 'text', list: [1, 2.5, true, null, 'text', [{ id: 1 }]] }`

/** More than it takes, in bytes. */
const MAX_OUTPUT_BYTES = 1 << 16

/**
 * Goes a program's ways once, in a worker that waits for its own: V8 compiles a function when it is called first, and a
 * program's first `console.log` alone took longer than its first five calls. Nothing of it reaches the host.
 * @param {Console} console whose entries nobody takes yet
 */
export async function rehearse(console) {
  const outbox = new Outbox(takeRingMemory(), () => {})
  const output = new Output(outbox, MAX_OUTPUT_BYTES)
  const calls = new Calls(outbox)
  const [tools] = calls.globals([{ global: 'tools', names: ['answer'] }])
  const program = compile('(async function(tools,console){"use strict";', PROGRAM)
  const completion = program(tools?.value, console)
  calls.settleAll([1, true, SAMPLE_ANSWER])
  output.log(SAMPLE_ANSWER)
  output.done(await completion)
}
