import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.js'

/**
 * @typedef {object} RunInvocation
 * @property {'run'} action
 * @property {string} program a path, or `-` for standard input
 * @property {string[]} toolModules paths
 * @property {Record<string, unknown>} config
 * @property {boolean} asJson
 * @property {boolean} withStats
 *
 * @typedef {RunInvocation | { action: 'help' } | { action: 'version' }} Invocation
 */

const OPTIONS = /** @type {const} */ ({
  tools: { type: 'string', short: 't', multiple: true },
  config: { type: 'string', short: 'c', multiple: true },
  json: { type: 'boolean', short: 'j' },
  stats: { type: 'boolean', short: 's' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
})

/**
 * @param {string[]} args
 * @returns {Invocation}
 * @throws {UsageError}
 */
export function readInvocation(args) {
  const { values, positionals } = parse(args)
  if (values.help) return { action: 'help' }
  if (values.version) return { action: 'version' }
  const [program, extra] = positionals
  if (program === undefined) throw new UsageError('no program given')
  if (extra !== undefined) throw new UsageError(`one program at a time: what is '${extra}'?`)
  return {
    action: 'run',
    program,
    toolModules: values.tools ?? [],
    config: Object.fromEntries((values.config ?? []).map(readSetting)),
    asJson: values.json ?? false,
    withStats: values.stats ?? false,
  }
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * @param {string} text `key=value`
 * @returns {[string, unknown]}
 */
function readSetting(text) {
  const separator = text.indexOf('=')
  if (separator < 1) throw new UsageError(`--config takes KEY=VALUE, not '${text}'`)
  return [text.slice(0, separator), readSettingValue(text.slice(separator + 1))]
}

/** @param {string} text */
function readSettingValue(text) {
  if (text === 'true') return true
  if (text === 'false') return false
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : text
}
