/** @import { RunCallCounts, RunEndRecord } from '../../index.js' */

const SECOND_MS = 1000
const KIB = 1024
const HASH_DIGITS_SHOWN = 16

/**
 * @param {RunEndRecord} record
 * @returns {string} a few lines for a person
 */
export function describeRecord(record) {
  const rows = [
    ['time', `${duration(record.wallMs)}, of which the program's thread was busy ${duration(record.busyMs)}`],
    ['phases', phases(record)],
    ['worker', worker(record)],
    ['memory', `heap ${peak(record.memory.peakHeapBytes)}, outside it ${peak(record.memory.peakExternalBytes)}`],
    ['program', `${size(record.programBytes)}, sha256 ${record.programSha256.slice(0, HASH_DIGITS_SHOWN)}…`],
    ['calls', calls(record)],
    ...record.calls.members.map(entry => ['', `${entry.global}.${entry.member}: ${counts(entry)}`]),
    ['logs', logs(record)],
    ['value', size(record.valueBytes)],
  ]
  const lines = rows.map(([name = '', text]) => `  ${name.padEnd(8)} ${text}`)
  return [`run ${record.id}: ${record.outcome}`, ...lines, ''].join('\n')
}

/** @param {RunEndRecord} record */
function phases({ phases: { validateMs, stripMs, workerWaitMs, programMs, teardownMs } }) {
  return [
    ['checks', validateMs],
    ['types', stripMs],
    ['wait for worker', workerWaitMs],
    ['program', programMs],
    ['end', teardownMs],
  ].map(([name, ms]) => `${name} ${duration(Number(ms))}`).join(', ')
}

/** @param {RunEndRecord} record */
function worker({ standby, isReapedLate }) {
  const origin = {
    hit: 'booted ahead',
    booting: 'was being booted ahead',
    miss: 'booted for this run',
    unused: 'none was needed',
  }[standby]
  return isReapedLate ? `${origin}, had not exited when the result was there` : origin
}

/** @param {RunEndRecord} record */
function calls({ calls: all }) {
  if (all.started === 0) return 'none'
  return `${counts(all)}; arguments ${size(all.argumentBytes)}, resolutions ${size(all.resolutionBytes)}`
}

/** @param {RunEndRecord} record */
function logs({ logs: { entries, bytes, isCut } }) {
  return `${plural(entries, 'entry', 'entries')}, ${size(bytes)}${isCut ? ', cut' : ''}`
}

/** @param {RunCallCounts} entry */
function counts({ started, resolved, rejected, inFlight }) {
  const parts = [`${started} started`, `${resolved} resolved`]
  if (rejected > 0) parts.push(`${rejected} rejected`)
  if (inFlight > 0) parts.push(`${inFlight} unanswered`)
  return parts.join(', ')
}

/** @param {number} ms */
function duration(ms) {
  return ms < SECOND_MS ? `${ms.toFixed(1)} ms` : `${(ms / SECOND_MS).toFixed(2)} s`
}

/** @param {number} bytes */
function size(bytes) {
  if (bytes < KIB) return plural(bytes, 'byte', 'bytes')
  if (bytes < KIB * KIB) return `${(bytes / KIB).toFixed(1)} KiB`
  return `${(bytes / KIB / KIB).toFixed(1)} MiB`
}

/** @param {number | null} bytes */
function peak(bytes) {
  return bytes === null ? 'not sampled' : `up to ${size(bytes)}`
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
function plural(count, one, many) {
  return `${count} ${count === 1 ? one : many}`
}
