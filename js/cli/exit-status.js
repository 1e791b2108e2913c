/**
 * The exit status of each way in which a run ends, and of the two ways in which there is none. An aborted run has the
 * status that shells give to a process ended by the signal.
 */
export const EXIT_STATUS = Object.freeze({
  completed: 0,
  exception: 1,
  usage: 2,
  timeout: 3,
  'worker-exit': 4,
  'invalid-output': 5,
  'output-limit': 6,
  internal: 70,
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
})
