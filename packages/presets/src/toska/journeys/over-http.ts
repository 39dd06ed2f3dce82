import type { Journey, SetupContext } from '@benchpress/core'
import { ask, getting, putting } from './ask.ts'
import type { ToskaParameters } from '../toska-parameters.ts'

/** A user who puts a random key, over and over. */
export function put(options: BenchOptions): Journey {
  const value = benchValue(options)
  const last = options.keySpace - 1
  return async (user) => {
    await ask(user, putting, `/kv/${benchKey(user.random.int(0, last))}`, { json: { value }, isRight: isDone })
  }
}

function isDone(json: unknown): boolean {
  return (json as { readonly ok?: unknown }).ok === true
}

/** A user who gets a random key, over and over, and checks that an existing key has the value that was put. */
export function get(options: BenchOptions): Journey {
  const value = benchValue(options)
  const last = options.keySpace - 1
  const isRight = holds(value)
  return async (user) => {
    await ask(user, getting, `/kv/${benchKey(user.random.int(0, last))}`, { isRight })
  }
}

/** Returns a function that checks the response of a store to a GET: the value, or none for a key that was never put or has expired. */
export function holds(value: string): (json: unknown) => boolean {
  return (json) => {
    const { value: read, error } = json as { readonly value?: unknown; readonly error?: unknown }
    return read === value || error === 'Not Found'
  }
}

const filling = 50

/** Puts every key before users get them, since each test has a store of its own. */
export async function beforeAll({ http, env, signal }: SetupContext): Promise<void> {
  const options = JSON.parse(env[fillVariable] ?? 'null') as BenchOptions | null
  if (options === null) return
  const value = benchValue(options)
  let next = 0
  const fill = async (): Promise<void> => {
    while (next < options.keySpace && !signal.aborted) {
      const key = benchKey(next++)
      const { status } = await http.put(`/kv/${key}`, { json: { value } })
      if (status !== 200) throw new Error(`PUT /kv/${key} had the response ${status}`)
    }
  }
  await Promise.all(Array.from({ length: filling }, fill))
}

/** Variable of the config with the keys that are put before the test. */
export const fillVariable = 'TOSKA_FILL'

/** The keys and values of the comparison with Redis, the same on both sides. */
export type BenchOptions = Pick<ToskaParameters, 'keySpace' | 'valueSize'>

/** The name of a key by its number. */
export function benchKey(index: number): string {
  return `bench_${index}`
}

/** The value that every key has. */
export function benchValue({ valueSize }: BenchOptions): string {
  return 'x'.repeat(valueSize)
}
