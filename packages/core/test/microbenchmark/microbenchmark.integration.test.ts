import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, runSuite, type MicrobenchmarkConfig, type MicrobenchmarkSummary, type Progress, type Result } from '../../src/index.ts'
import { compareVariants } from '../../src/report.ts'
import { resultProblems } from '../../../../test/result-schema.ts'

const counted = fileURLToPath(new URL('counted.bench.ts', import.meta.url))
const special = fileURLToPath(new URL('prepared.bench.ts', import.meta.url))

interface Logged {
  readonly thread: number
  readonly drawn: number
  readonly calls: Readonly<Record<string, number>>
  readonly order: readonly string[]
}

let folder: string
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-functions-'))
})

afterAll(() => rm(folder, { recursive: true }))

describe.each([
  ['in a worker thread', {}],
  ['in the calling thread', { workers: 0 as const }],
])('functions %s', (_, where) => {
  test('functions are called as often as reported, one after the other in their order', async () => {
    const log = newLog()
    const result = await run({
      ...where,
      seed: 5,
      scenarios: { counted: { functions: { module: counted, options: { log } }, time: '20ms', warmup: '5ms' } },
    })
    const [thread, ...others] = await readLog(log)
    expect(others).toEqual([])
    expect(thread?.order).toEqual(['fast', 'slow', 'never', 'sometimes', 'resolved'])
    expect(result.microbenchmarks.map((measured) => measured.case)).toEqual(thread?.order)
    for (const measured of result.microbenchmarks) {
      expect(measured.calls + measured.warmupCalls, measured.case).toBe(thread?.calls[measured.case])
    }
    expect(result.generator.inCallingThread).toBe('workers' in where)
  })
})

describe('what was measured', () => {
  let result: Result
  const of = (name: string): MicrobenchmarkSummary => result.microbenchmark(name)

  beforeAll(async () => {
    const functions = { module: counted, options: { log: newLog() } }
    result = await run({ scenarios: { counted: { functions, time: '40ms', warmup: '20ms' } } })
  })

  test('the result of one function is found by its name', () => {
    expect(of('fast')).toBe(result.microbenchmarks[0])
    expect(() => of('fats')).toThrow('no function "fats"; did you mean "fast"?')
    expect(() => result.microbenchmark('fast', 'other')).toThrow('no function "fast"; none was measured')
  })

  test('a result follows the schema, and is invalid through a function without a success', () => {
    expect(result.verdict.level).toBe('invalid')
    expect(result.verdict.reasons.filter(({ level }) => level === 'invalid')).toEqual([
      { rule: 'no-success', level: 'invalid', text: expect.stringMatching(/^never: no sample: [\d,]+ calls? failed \(never works\)$/) },
    ])
    expect(resultProblems(result.toJSON())).toEqual([])
  })

  test('a fast function is measured in batches, each of a length that the clock can resolve', () => {
    const { batch, samples, calls, isAsync, failed, callTime, timer, callsPerSecond } = of('fast')
    expect(batch).toBeGreaterThan(1)
    expect(calls).toBe(samples * batch)
    expect([isAsync, failed]).toEqual([false, 0])
    expect((callTime?.median ?? 0) * batch).toBeGreaterThan(timer * 10)
    expect((callsPerSecond?.perThread ?? 0) * (callTime?.mean ?? 0)).toBeCloseTo(1e9, 3)
    expect((callsPerSecond?.total ?? 0) / (callsPerSecond?.perThread ?? 1)).toBeCloseTo(1, 9)
  })

  test('a function that returns a promise is recognised, and one that resolves soon is batched too', () => {
    expect(of('slow')).toMatchObject({ isAsync: true, batch: 1, failed: 0 })
    expect(of('resolved').isAsync).toBe(true)
    expect(of('resolved').batch).toBeGreaterThan(1)
  })

  test('a slow function has each call measured, and takes the time that was asked for', () => {
    const { samples, calls, measured: seconds, callTime } = of('slow')
    expect(calls).toBe(samples)
    expect(seconds).toBeLessThanOrEqual(0.04 + (callTime?.max ?? 0) / 1e9)
  })

  test('a function that always fails has no times, and the others are measured all the same', () => {
    const { calls, failed, failures, callTime, callsPerSecond, samples } = of('never')
    expect(failed).toBe(calls)
    expect(calls).toBeGreaterThan(0)
    expect(failures).toEqual([{ reason: 'never works', count: calls }])
    expect([samples, callTime, callsPerSecond]).toEqual([0, null, null])
    expect(of('resolved').samples).toBeGreaterThan(0)
  })

  test('a function that sometimes fails has its failures counted, and the times of its other calls', () => {
    const { calls, failed, failures, samples, batch } = of('sometimes')
    expect(failures).toEqual([{ reason: 'every fourth', count: failed }])
    // with longer batches, each would have a call that fails
    expect(batch).toBe(1)
    expect(samples + failed).toBe(calls)
    expect([Math.floor(calls / 4), Math.ceil(calls / 4)]).toContain(failed)
  })
})

test('functions in parallel have a thread, a set-up and random numbers each', async () => {
  const log = newLog()
  const config: MicrobenchmarkConfig = {
    seed: 7,
    scenarios: {
      counted: { functions: { module: counted, options: { log } }, time: '20ms', warmup: '5ms', parallel: 2, only: ['slow', 'fast'] },
    },
  }
  const { microbenchmarks } = await run(config)
  const threads = (await readLog(log)).toSorted((a, b) => a.thread - b.thread)
  expect(threads.map(({ thread }) => thread)).toEqual([0, 1])
  expect(new Set(threads.map(({ drawn }) => drawn)).size).toBe(2)
  expect(microbenchmarks.map((measured) => measured.case)).toEqual(['fast', 'slow'])
  for (const measured of microbenchmarks) {
    expect(measured.parallel).toBe(2)
    expect(measured.calls).toBe(measured.samples * measured.batch)
    expect(measured.calls + measured.warmupCalls).toBe(threads.reduce((sum, { calls }) => sum + (calls[measured.case] ?? 0), 0))
    expect(measured.callsPerSecond?.total).toBeGreaterThan(measured.callsPerSecond?.perThread ?? Infinity)
  }
  const again = newLog()
  await run({
    ...config,
    scenarios: { counted: { functions: { module: counted, options: { log: again } }, time: '1ms', warmup: 0, only: ['fast'] } },
  })
  expect((await readLog(again))[0]?.drawn).toBe(threads[0]?.drawn)
})

describe('what goes wrong', () => {
  test.each([
    ['a set-up that throws', 'brokenSetup', { code: 'SETUP_FAILED', message: 'the set-up of the functions special failed: no disk' }],
    [
      'no functions',
      'noCases',
      { code: 'INVALID_CONFIG', message: expect.stringContaining(`the export "noCases" of the microbenchmark module`) },
    ],
    ['another export', 'notOne', { code: 'INVALID_CONFIG', message: expect.stringContaining('is no microbenchmark') }],
    [
      'an export that is not there',
      'nothing',
      { code: 'INVALID_CONFIG', message: expect.stringMatching('does not exist; it exports .*notOne') },
    ],
  ])('the run rejects for %s', async (_, name, error) => {
    await expect(run(scenario(name, { time: '5ms', warmup: 0 }))).rejects.toMatchObject(error)
  })

  test('names in only that are no functions are reported', async () => {
    await expect(run(scenario('endless', { only: ['wait', 'never_reached'] }))).rejects.toThrow(
      'scenarios.special.only: no function "wait"; did you mean "waits"?',
    )
  })

  test('a teardown that throws is reported, and changes nothing', async () => {
    const told: string[] = []
    const onProgress = ({ message }: Progress): void => void (message !== undefined && told.push(message))
    const { microbenchmarks } = await run(scenario('brokenTeardown', { time: '2ms', warmup: 0 }), { onProgress })
    expect(told).toEqual(['teardown: cannot clean up'])
    expect(microbenchmarks).toHaveLength(1)
  })

  test('a thread that dies leaves what was measured before, as an invalid result', async () => {
    const { microbenchmarks, interrupted, verdict } = await run(scenario('dying', { time: '2ms', warmup: 0 }))
    expect(microbenchmarks.map((measured) => measured.case)).toEqual(['first'])
    expect(interrupted).toMatchObject({ cause: 'worker', reason: 'a thread of the functions special died in dies: ended with code 3' })
    expect(verdict.level).toBe('invalid')
  })
})

test.each([[{}], [{ workers: 0 as const }]])(
  'an interruption ends the function under way, and leaves a partial result (%j)',
  async (where) => {
    const stop = new AbortController()
    const seen: Progress[] = []
    const onProgress = (progress: Progress): void => {
      seen.push(progress)
      if (progress.phase === 'run') stop.abort()
    }
    const config = { ...scenario('endless', { time: '1h', warmup: 0 }), ...where }
    const result = await run(config, { signal: stop.signal, onProgress })
    expect(result.interrupted).toMatchObject({ cause: 'signal' })
    expect(result.microbenchmarks.map((measured) => [measured.case, measured.isComplete])).toEqual([['waits', false]])
    expect(result.verdict.reasons.map(({ rule }) => rule)).toContain('interrupted')
    expect(seen.find(({ phase }) => phase === 'run')).toMatchObject({ case: 'waits', total: 3600 })
  },
)

test('a suite has functions beside load, each with its own results, as often as it repeats them', async () => {
  const server = createServer((_, response) => void response.end('ok'))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const load = { name: 'load', scenarios: { reads: { request: {}, workload: { connections: 1, requests: 3 } } } }
  const micro = { ...scenario('brokenTeardown', { time: '2ms', warmup: 0 }), name: 'micro' }
  const variants = { one: `http://127.0.0.1:${port}`, two: `http://127.0.0.1:${port}` }
  const result = await runSuite({ name: 'both', tests: [micro, load], repeats: 2, variants })
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
  expect(
    result.tests.map(({ name, variant, repeat, microbenchmarks, scenarios }) => [
      name,
      variant,
      repeat,
      microbenchmarks.length,
      scenarios.length,
    ]),
  ).toEqual([
    ['micro', 'default', 1, 1, 0],
    ['micro', 'default', 2, 1, 0],
    ['load', 'one', 1, 0, 1],
    ['load', 'two', 1, 0, 1],
    ['load', 'two', 2, 0, 1],
    ['load', 'one', 2, 0, 1],
  ])
  expect(compareVariants(result).map(({ missing }) => missing)).toEqual([[]])
  expect(resultProblems(result)).toEqual([])
})

function scenario(name: string, times: object): MicrobenchmarkConfig {
  return { scenarios: { special: { functions: { module: special, export: name }, ...times } } }
}

function newLog(): string {
  return join(folder, `${files++}.jsonl`)
}

async function readLog(log: string): Promise<readonly Logged[]> {
  const lines = await readFile(log, 'utf8')
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Logged)
}
