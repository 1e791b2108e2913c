/**
 * Stacks in the program's own coordinates: `program.ts:line:column` of the source as written, no frame of ours or of Node's
 * own modules, no path of the host.
 */
import { IntrinsicError, ObjectDefineProperty, StringStartsWith, dataDescriptor, uncurryThis } from '../intrinsics.js'
import { messageOf, peek } from '../describe.js'

export const PROGRAM_FILE = 'program.ts'

const { captureStackTrace } = IntrinsicError

/** V8's call sites have a prototype of their own, which a program can reach and change. */
const [CallSite] = (() => {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_, sites) => sites
  const sites = /** @type {NodeJS.CallSite[]} */ (/** @type {unknown} */ (new Error().stack))
  Error.prepareStackTrace = /** @type {any} */ (prepareStackTrace)
  return [Object.getPrototypeOf(sites[0])]
})()
const getFileName = uncurryThis(CallSite.getFileName)
const siteToString = uncurryThis(CallSite.toString)

/** @type {((text: string) => string) | undefined} */
let mapPositions

/** @param {((text: string) => string) | undefined} map rewrites the positions of a transformed program's frame */
export function mapFramesWith(map) {
  mapPositions = map
}

/** Makes every stack that V8 formats from now on one of the program. */
export function installStackFormat() {
  ObjectDefineProperty(IntrinsicError, 'prepareStackTrace', { ...dataDescriptor(formatStack), enumerable: false })
}

/** @param {unknown} error @param {readonly NodeJS.CallSite[]} sites */
function formatStack(error, sites) {
  return header(error) + formatFrames(sites)
}

/** @param {readonly NodeJS.CallSite[]} sites */
function formatFrames(sites) {
  let frames = ''
  for (let index = 0; index < sites.length; index++) {
    const site = /** @type {NodeJS.CallSite} */ (sites[index])
    if (isForeign(site)) continue
    const text = siteToString(site)
    frames += `\n    at ${mapPositions === undefined ? text : mapPositions(text)}`
  }
  return frames
}

/** Frames of this file, of Node.js, and native ones around them. @param {NodeJS.CallSite} site */
function isForeign(site) {
  const file = getFileName(site)
  return file === __filename || (typeof file === 'string' && StringStartsWith(file, 'node:'))
}

/** What V8 puts before the frames: name and message. @param {unknown} error */
function header(error) {
  const name = peek(error, 'name')
  const message = messageOf(error)
  if (typeof name !== 'string' || name === '') return message
  return message === '' ? name : `${name}: ${message}`
}

/**
 * Where the program stands now; the frames are formatted when `stack` is read.
 * @param {Function | undefined} above the function that the program called; its frame is left out
 * @returns {{ stack?: string }} `stack` begins with a line break, or is empty
 */
export function stackBelow(above) {
  /** @type {{ stack?: string, name: string, message: string }} */
  const holder = { name: '', message: '' }
  captureStackTrace(holder, above)
  return holder
}
