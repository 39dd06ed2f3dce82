/** Calls a function once, at the first signal that asks this process to end. */
export function onStop(stop: () => void): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // The handlers stay, so that a second signal does not end the process before it has cleaned up.
    process.on(signal, () => {
      if (!stopping) stop()
      stopping = true
    })
  }
}
