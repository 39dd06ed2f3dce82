import type { Awaitable } from '../load/user/journey.ts'

/** How something ended that had a time to end in. */
export type Ending<Value> = { readonly value: Value } | { readonly error: unknown } | { readonly late: true }

/** Waits for something, for so many milliseconds at most; never rejects. */
export async function within<Value>(milliseconds: number, work: () => Awaitable<Value>): Promise<Ending<Value>> {
  const { promise: late, resolve } = Promise.withResolvers<Ending<Value>>()
  const timer = setTimeout(() => resolve({ late: true }), milliseconds)
  try {
    return await Promise.race([endingOf(work), late])
  } finally {
    clearTimeout(timer)
  }
}

async function endingOf<Value>(work: () => Awaitable<Value>): Promise<Ending<Value>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}
