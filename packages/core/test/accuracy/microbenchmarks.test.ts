import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { run, type CallTimes, type MicrobenchmarkSummary, type Result } from '../../src/index.ts'

const functions = fileURLToPath(new URL('work.bench.ts', import.meta.url))
let result: Result

beforeAll(async () => {
  result = await run({ seed: 1, scenarios: { work: { functions, time: '1s', warmup: '300ms' } } })
})

function measured(name: string): MicrobenchmarkSummary & { readonly callTime: CallTimes } {
  const found = result.microbenchmark(name)
  if (found.callTime === null) throw new Error(`${name} was not measured`)
  return { ...found, callTime: found.callTime }
}

// Of the shortest times where two functions are compared: the machine may be slower for a whole second, but not for each batch in it.
test('twice the work takes twice the time', () => {
  const ratio = measured('whole').callTime.min / measured('half').callTime.min
  expect(ratio).toBeGreaterThan(1.5)
  expect(ratio).toBeLessThan(2.5)
})

test('work whose result is thrown away by the function itself is done all the same, or said to be none', () => {
  // 4,096 dependent additions take some microseconds on any machine
  expect(measured('whole').callTime.min).toBeGreaterThan(1000)
})

test('a function that waits for 5 ms takes 5 ms, and is called for the time that was asked for', () => {
  const { callTime, samples, calls, measured: seconds, isAsync } = measured('waits')
  expect(isAsync).toBe(true)
  expect(calls).toBe(samples)
  expect(callTime.mean).toBeGreaterThanOrEqual(4e6)
  expect(callTime.mean).toBeLessThan(15e6)
  // a timer can be a part of a millisecond early; the loop itself is not in the samples
  expect(seconds).toBeGreaterThan(0.95)
  expect(seconds).toBeLessThanOrEqual(1 + callTime.max / 1e9)
})

test('functions that do the same take the same time, the first as the last', () => {
  const times = [1, 2, 3, 4, 5, 6].map((place) => measured(`tiny_${place}`).callTime.min)
  expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.6)
})

test('a function takes the same time after others as alone', async () => {
  const alone = await run({ seed: 1, scenarios: { work: { functions, time: '1s', warmup: '300ms', only: ['tiny_6'] } } })
  const ratio = measured('tiny_6').callTime.min / (alone.microbenchmark('tiny_6').callTime?.min ?? 0)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.6)
})

test('the time of a tiny function is that of its calls, not that of the clock', () => {
  const { callTime, batch, timer } = measured('tiny_1')
  expect(callTime.median).toBeLessThan(timer)
  expect(callTime.median * batch).toBeGreaterThan(timer * 50)
  expect(callTime.min).toBeGreaterThan(0)
})
