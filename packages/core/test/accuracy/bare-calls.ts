import type { BareLoad } from '../../../../test/accuracy/bare-threads.ts'
import { cases, setup } from './work.bench.ts'

/** The function that is called, and how. */
export interface BareCallsOptions {
  readonly name: keyof typeof cases
  /** Calls between two readings of the clock. */
  readonly batch: number
  /** Milliseconds. */
  readonly warmup: number
  readonly time: number
}

/** A loop around one function and two readings of the clock: the nanoseconds of a call, batch by batch. */
export const load: BareLoad<BareCallsOptions> = async ({ name, batch, warmup, time }, _part, ready) => {
  const state = setup({ random: { next: () => 0.5 } })
  const results: unknown[] = []
  const run: (given: typeof state) => unknown = cases[name]
  const callAll = (): void => {
    for (let call = 0; call < batch; call++) results[call & 7] = run(state)
  }
  const waitForAll = async (): Promise<void> => {
    for (let call = 0; call < batch; call++) results[call & 7] = await run(state)
  }
  const isAsync = run(state) instanceof Promise
  const measure = async (milliseconds: number): Promise<number[]> => {
    const times: number[] = []
    const end = performance.now() + milliseconds
    while (performance.now() < end) {
      const start = process.hrtime.bigint()
      if (isAsync) await waitForAll()
      else callAll()
      times.push(Number(process.hrtime.bigint() - start) / batch)
    }
    return times
  }
  await ready()
  await measure(warmup)
  return await measure(time)
}

/** What one reading of the clock takes here and now, in nanoseconds. */
export function clockCost(): number {
  const readings = 10_000
  const start = process.hrtime.bigint()
  for (let reading = 0; reading < readings; reading++) process.hrtime.bigint()
  return Number(process.hrtime.bigint() - start) / readings
}
