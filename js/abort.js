/**
 * Abort signals that many runs share: one listener on each, since Node.js warns of more than ten as a leak.
 */

/** @type {WeakMap<AbortSignal, { waiting: Set<() => void>, listener: () => void }>} */
const heard = new WeakMap()

/**
 * @param {AbortSignal} signal not aborted yet
 * @param {() => void} onAbort called once at most
 * @returns {() => void} stops listening
 */
export function listenForAbort(signal, onAbort) {
  const { waiting, listener } = heard.get(signal) ?? listen(signal)
  waiting.add(onAbort)
  return () => {
    waiting.delete(onAbort)
    if (waiting.size > 0) return
    heard.delete(signal)
    signal.removeEventListener('abort', listener)
  }
}

/** @param {AbortSignal} signal */
function listen(signal) {
  /** @type {Set<() => void>} */
  const waiting = new Set()
  const listener = () => {
    for (const onAbort of waiting) onAbort()
  }
  signal.addEventListener('abort', listener, { once: true })
  heard.set(signal, { waiting, listener })
  return { waiting, listener }
}
