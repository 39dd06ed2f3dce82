import { setTimeout as sleep } from 'node:timers/promises'
import { BenchpressError } from '../../base/errors/benchpress-error.ts'

/** Milliseconds that whatever runs once before or after a test may take. */
export const longestHook = 30_000

/** Waits for something that may not heed a signal, which must not keep an interrupted test from ending. @throws the reason of the signal */
export async function unlessAborted<Value>(running: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason as Error)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([running, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Waits for something that may never end, which must not keep the test from ending. @throws Error when it has not ended in time */
export async function within<Value>(running: Promise<Value>, milliseconds: number): Promise<Value> {
  const timer = new AbortController()
  const late = async (): Promise<never> => {
    await sleep(milliseconds, undefined, { signal: timer.signal })
    throw new Error(`it did not end within ${milliseconds / 1000} s`)
  }
  try {
    return await Promise.race([running, late()])
  } finally {
    timer.abort()
  }
}

/** What is thrown for a hook that failed, by the name of the hook. */
export function setupFailed(name: string, error: unknown): BenchpressError {
  return new BenchpressError('SETUP_FAILED', `${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
}
