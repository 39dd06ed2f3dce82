import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BenchpressError, findMaxRate, journey, run, runSuite, type Config, type Machines, type Progress } from '../../../src/index.ts'
import { outcomes } from '../../../src/model/metrics/outcome.ts'
import { resultProblems } from '../../../../../test/result-schema.ts'
import { ProcessMachines } from './process-machines.ts'

const cwd = fileURLToPath(new URL('.', import.meta.url))
const hour = 3600e6

let server: Server
let target: string
let served = 0

beforeAll(async () => {
  server = createServer((_request, response) => {
    served += 1
    response.end('ok')
  }).listen({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const withRate = (iterations: number, more: Partial<Config> = {}): Config => ({
  target,
  seed: 3,
  scenarios: { reads: { request: { path: '/' }, workload: { rate: 200, iterations } } },
  ...more,
})

const two = (): ProcessMachines => new ProcessMachines({ name: 'north', skew: hour }, { name: 'south', skew: -60e6 })

test('a test on two machines with different clocks has the counts of one, and lists what each machine was and did', async () => {
  served = 0
  const machines = two()
  const result = await run(withRate(300, { workers: 2 }), { machines })
  expect(served).toBe(300)
  const { counts } = result.scenario('reads')
  expect([counts.started, counts.outcomes.ok]).toEqual([300, 300])
  expect(result.generator.threads.map(({ counts: { started } }) => started)).toEqual([75, 75, 75, 75])
  expect(result.verdict.reasons.filter(({ rule }) => ['identity', 'lost-agent', 'lost-worker'].includes(rule))).toEqual([])
  const found = result.machines ?? []
  expect(found.map(({ name, workers, share, lost }) => [name, workers, share, lost])).toEqual([
    ['north', [0, 2], 0.5, null],
    ['south', [1, 3], 0.5, null],
  ])
  for (const { start, clock, resources, ...facts } of found) {
    expect(facts).toMatchObject({ node: process.version, address: target.replace('http://', ''), hasTarget: true })
    // The machine started with all others, by the clock of this process: an hour would show.
    if (start === null) throw new Error('it started')
    expect(start.first).toBeGreaterThanOrEqual(-clock.error)
    expect(start.last).toBeLessThan(10_000)
    expect(clock.drift).toBe(0)
    expect(resources.length).toBeGreaterThan(0)
    expect(resources.every(({ at, generatorRss }) => Math.abs(at) < 60 && generatorRss > 0)).toBe(true)
  }
  expect(result.generator.rss).toBe(found.reduce((sum, { rss }) => sum + (rss ?? 0), 0))
  expect(resultProblems(result)).toEqual([])
  expect(machines.gathered.map(({ workers, modules }) => [workers, modules])).toEqual([[2, []]])
  expect(machines.generators.some(({ isRunning }) => isRunning)).toBe(false)
})

test('a machine that is killed ends the test: the result has what it reported, and names the machine and when its figures end', async () => {
  const machines = two()
  let hasKilled = false
  const onProgress = ({ phase, requests }: Progress): void => {
    if (hasKilled || phase !== 'run' || requests < 100) return
    hasKilled = true
    machines.generators[1]?.kill()
  }
  const result = await run(withRate(1e6), { machines, onProgress })
  const [north, south] = result.machines ?? []
  expect(north?.lost).toBeNull()
  expect(south?.lost).toMatchObject({ reason: 'its generator is gone' })
  expect(south?.lost?.knownUntil).toBeGreaterThan(0)
  expect(south?.lost?.at).toBeGreaterThanOrEqual(south?.lost?.knownUntil ?? Infinity)
  expect(result.verdict.level).toBe('invalid')
  const reasons = result.verdict.reasons.map(({ rule, text }) => [rule, text])
  expect(reasons).toContainEqual(['lost-agent', expect.stringMatching(/^south was lost after .*: its figures are missing from .* s on$/)])
  expect(reasons.map(([rule]) => rule)).not.toContain('identity')
  expect(reasons.map(([rule]) => rule)).not.toContain('lost-worker')
  expect(result.limitedBy).toEqual({ by: 'generator', text: 'generator: south was lost' })
  const { started, outcomes: ended } = result.scenario('reads').counts
  expect(outcomes.reduce((sum, outcome) => sum + ended[outcome], 0)).toBe(started)
  expect(machines.generators.some(({ isRunning }) => isRunning)).toBe(false)
})

test('an interruption ends the load on all machines, with a partial result', async () => {
  const machines = two()
  const interruption = new AbortController()
  const result = await run(withRate(1e6), {
    machines,
    signal: interruption.signal,
    onProgress: ({ phase }) => phase === 'run' && interruption.abort(new Error('enough')),
  })
  expect(result.interrupted).toMatchObject({ cause: 'signal', reason: 'enough' })
  expect(result.machines?.map(({ lost }) => lost)).toEqual([null, null])
  expect(machines.generators.some(({ isRunning }) => isRunning)).toBe(false)
})

test('each run of a suite gathers machines anew', async () => {
  const machines = two()
  const { tests } = await runSuite({ name: 'twice', repeats: 2, pause: '0s', tests: [withRate(40)] }, { machines })
  expect(tests.map((each) => each.scenarios[0]?.counts.outcomes.ok)).toEqual([40, 40])
  expect(machines.gathered.length).toBe(2)
})

test('each step of a search runs on machines', async () => {
  const machines = two()
  const config: Config = { target, seed: 3, scenarios: { reads: { request: { path: '/' }, workload: { rate: 20, duration: '1s' } } } }
  // No response takes less than a microsecond.
  const { tests } = await findMaxRate(config, { slo: 'p50 < 1us', machines, least: 20 })
  expect(tests.map((each) => each.machines?.map(({ name }) => name))).toEqual(tests.map(() => ['north', 'south']))
  expect(machines.gathered.length).toBe(tests.length)
})

test('tests that cannot run elsewhere are refused with advice, before any machine is asked', async () => {
  const machines = two()
  const refused = async (config: Config): Promise<unknown> => await run(config, { machines, cwd })
  const workload = { users: 2, iterations: { each: 1 } } as const
  await expect(refused({ target, scenarios: { walk: { journey: journey(async () => {}), workload } } })).rejects.toThrow(
    'scenarios.walk.journey: is a function, which cannot be sent to another machine; put the journey into a module',
  )
  await expect(refused(withRate(10, { workers: 0 }))).rejects.toThrow('workers: is 0, which has the load run in the calling thread')
  expect(machines.gathered).toEqual([])
  await expect(
    refused({ target, scenarios: { reads: { request: { path: '/' }, workload: { connections: 1, requests: 5 } } } }),
  ).rejects.toThrow('scenarios.reads.workload: 2 load threads on all machines cannot be more than connections (1)')
  expect(machines.generators.some(({ isRunning }) => isRunning)).toBe(false)
})

test('fewer machines than asked for start nothing', async () => {
  served = 0
  const machines: Machines = {
    gather: async () => {
      throw new BenchpressError('MACHINES_MISSING', '1 of 2 machines came', { hint: 'start benchpress agent' })
    },
  }
  await expect(run(withRate(10), { machines })).rejects.toMatchObject({ code: 'MACHINES_MISSING', message: '1 of 2 machines came' })
  expect(served).toBe(0)
})

test('a target that another machine would look for on itself is refused', async () => {
  const elsewhere: Machines = {
    gather: async (gathered) => {
      const { generators, end } = await new ProcessMachines({ name: 'far' }).gather(gathered)
      return { generators: generators.map((each) => Object.assign(each, { machine: { ...each.machine, boot: 'another' } })), end }
    },
  }
  await expect(run(withRate(10), { machines: elsewhere })).rejects.toThrow(
    /^target: 127\.0\.0\.1:\d+ is this machine .* far would reach another one/,
  )
})
