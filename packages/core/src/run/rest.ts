import { setTimeout as sleep } from 'node:timers/promises'

/** Waits between two runs, for so many microseconds; resolves at once when `signal` aborts, with whether to go on. */
export async function rest(pause: number, signal: AbortSignal): Promise<boolean> {
  if (pause > 0) await sleep(pause / 1000, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}
