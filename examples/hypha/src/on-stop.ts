import process from 'node:process'

/** Does something once, at the first signal that asks this process to end. */
export function onStop(stop: () => void): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // It stays: a second signal must not end the process before it has tidied up.
    process.on(signal, () => {
      if (!isStopping) stop()
      isStopping = true
    })
  }
}
