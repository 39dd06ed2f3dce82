import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { run } from '../../src/run/api.ts'

let heard = (): void => undefined
const server = createServer((_request, response) => {
  heard()
  response.end('ok')
})
let target = ''
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

/** The threads that are started from now on, to be asked later which of them still run. */
function watchThreads(): { readonly started: number; readonly running: number } {
  const all: Worker[] = []
  const note = (worker: Worker): void => void all.push(worker)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  return {
    get started() {
      return all.length
    },
    get running() {
      return all.filter(({ threadId }) => threadId !== -1).length
    },
  }
}

test.each([
  ['precise', 0],
  ['precise', 2],
  ['auto', 1],
  ['coarse', 1],
] as const)('%s starts each iteration of a rate once, with %i load threads, and leaves no thread behind', async (timing, workers) => {
  const threads = watchThreads()
  const scenarios = {
    one: { request: {}, workload: { rate: 1000, iterations: 100, warmup: '20ms' } },
    other: { request: {}, workload: { rate: 300, iterations: 31, arrivals: 'poisson' } },
  } as const
  const result = await run({ target, timing, workers, seed: 1, scenarios })
  expect(result.generator.timing).toBe(timing)
  // What "auto" does depends on the machine.
  const { preciseShare } = result.generator
  expect(timing === 'auto' ? preciseShare !== null : preciseShare === (timing === 'precise' ? 1 : null)).toBe(true)
  expect(result.scenarios.map(({ counts, users }) => [counts.started, counts.outcomes.ok, users?.sendLag.count])).toEqual([
    [100, 100, 100],
    [31, 31, 31],
  ])
  expect([threads.started, threads.running]).toEqual([workers + (timing === 'coarse' ? 0 : 1), 0])
})

test.each([0, 1])('a test that is interrupted leaves no thread behind, with %i load threads', async (workers) => {
  const threads = watchThreads()
  const control = new AbortController()
  heard = () => control.abort()
  const scenarios = { endless: { request: {}, workload: { rate: '0.01/s', duration: '1h' } } }
  const result = await run({ target, timing: 'precise', workers, scenarios }, { signal: control.signal })
  expect(result.interrupted?.cause).toBe('signal')
  expect([threads.started, threads.running]).toEqual([workers + 1, 0])
})
