/**
 * Work of unknown size on the host's thread: what would hold the event loop for long goes on in later turns, a slice in each.
 */

/** Time that such work has in one turn of the event loop, all runs' together, in milliseconds. */
const SLICE_MS = 20

/**
 * Does what it can until it is late.
 * @typedef {(isLate: () => boolean) => boolean} Work answers whether it is done; does not throw
 */

/** Work that was late, in turn. @type {Work[]} */
const waiting = []
/** When the time of this turn is over; nothing before anybody asked. @type {number | undefined} */
let end

/**
 * Begins at once: what is small is done when this returns.
 * @param {Work} work
 */
export function doInSlices(work) {
  if (!work(isLate)) waiting.push(work)
}

function isLate() {
  const now = performance.now()
  if (end === undefined) {
    end = now + SLICE_MS
    setImmediate(beginTurn)
  }
  return now > end
}

function beginTurn() {
  end = undefined
  // Whoever is not done has asked, so there is a next turn.
  while (waiting.length > 0 && !(end !== undefined && isLate())) doInSlices(/** @type {Work} */ (waiting.shift()))
}
