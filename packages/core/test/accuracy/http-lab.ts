import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { runBare } from '../../../../test/accuracy/bare-threads.ts'
import type { Block, Lab } from '../../../../test/accuracy/lab.ts'
import { figuresOf, figuresOfOurs, percentileOf } from '../../../../test/accuracy/percentile.ts'
import type { ScenarioConfig } from '../../src/config/config.ts'
import { run } from '../../src/run/api.ts'
import type { ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'
import type { Truth } from '../servers/behaviour.ts'
import { startKnownServer } from '../servers/known-server.ts'
import type { BareHttpOptions } from './bare-load.ts'

/** A load of HTTP requests, and the server it goes to. */
export interface HttpLabOptions {
  readonly workers: number
  /** Milliseconds that the server takes, request by request. */
  readonly delays: readonly number[]
  /** Of the run phase. */
  readonly requests: number
  readonly connections: number
  /** Requests a second: an open model, for which the connections are those of the bare client. */
  readonly rate?: number
  /** The requests are those of a journey of two, and the connections those of its users. */
  readonly journey?: boolean
}

const bare = import.meta.resolve('./bare-load.ts')
const journey = fileURLToPath(new URL('journey.journey.ts', import.meta.url))
const warmup = 100
/** The length in milliseconds of the slots in which arrivals are counted. */
const bin = 10

/** A server of known behaviour, to which a bare client and ours send the same load. */
export async function prepare(options: HttpLabOptions): Promise<Lab> {
  const { workers, delays, requests, connections, rate } = options
  const server = await startKnownServer({ delays })
  const port = Number(new URL(server.url).port)
  let arrived = 0
  // What the server saw of one block.
  const see = async (): Promise<Pick<Truth, 'arrivals' | 'times'>> => {
    const { arrivals, times } = await server.truth()
    const from = arrived
    arrived = arrivals.length
    return { arrivals: arrivals.slice(from), times: times.slice(from) }
  }

  const ofArrivals = (seen: Pick<Truth, 'arrivals'>): Block =>
    rate === undefined ? {} : { unevenness: unevenness(seen.arrivals.slice(-requests), rate) }

  return {
    close: async () => await server.close(),
    reference: async () => {
      const load: BareHttpOptions = { port, connections, requests, warmup, ...(rate !== undefined && { rate }) }
      const times = await runBare(bare, load, workers)
      const seen = await see()
      const served = seen.times.slice(-requests).map((time) => (time ?? Number.NaN) / 1000)
      const way = percentileOf(times, 50) - percentileOf(served, 50)
      // A journey continues with each response before the next one is handled.
      return { ...figuresOf('service', times), way: way * (options.journey === true ? 2 : 1), ...ofArrivals(seen) }
    },
    ours: async () => {
      const result = await run({ target: server.url, workers, timing: 'coarse', seed: 1, scenarios: { known: scenarioOf(options) } })
      const scenario = result.scenario('known')
      const seen = await see()
      if (options.journey === true) expectExactIterations(scenario, requests / 2, seen.arrivals.length)
      else expectExact(scenario, requests, seen.arrivals.length)
      return { ...figuresOfOurs('service', scenario.serviceTime), ...ofArrivals(seen) }
    },
  }
}

function scenarioOf({ journey: isJourney, connections, requests, rate }: HttpLabOptions): ScenarioConfig {
  const warm = `${warmup}ms`
  if (isJourney === true) return { journey, workload: { users: connections, iterations: requests / 2, warmup: warm } }
  if (rate === undefined) return { request: {}, workload: { connections, requests, warmup: warm } }
  return { request: {}, workload: { rate, duration: `${(requests / rate) * 1000}ms`, warmup: warm } }
}

/** The exact part: each planned request was started, got its response and was timed once, and the server got each once. */
function expectExact({ counts, warmup: before, serviceTime, responseTime }: ScenarioSummary, requests: number, arrived: number): void {
  const { scheduled, started, dropped, outcomes } = counts
  assert.deepEqual(
    { scheduled, started, dropped, ok: outcomes.ok, timed: serviceTime.count, responses: responseTime.count },
    { scheduled: requests, started: requests, dropped: 0, ok: requests, timed: requests, responses: requests },
  )
  assert.equal(arrived, requests + (before?.counts.started ?? 0), 'what arrived is what was started, the warm-up included')
  assert.equal(before?.counts.outcomes.ok, before?.counts.started, 'each request of the warm-up was answered')
}

/** The same of iterations of two requests each. The second of one that began in the warm-up may belong to the run phase. */
function expectExactIterations({ counts, warmup: before, users }: ScenarioSummary, iterations: number, arrived: number): void {
  const { started, completed, failed, aborted } = users?.iterations ?? {}
  assert.deepEqual({ started, completed, failed, aborted }, { started: iterations, completed: iterations, failed: 0, aborted: 0 })
  assert.equal(users?.iterationDuration.count, iterations)
  assert.equal(counts.outcomes.ok, counts.started)
  assert.equal(arrived, counts.started + (before?.counts.started ?? 0), 'what arrived is what was started, the warm-up included')
  assert.equal(arrived % 2, 0, 'each iteration is two requests')
}

/** By how much the arrivals in each few milliseconds differ from their even number, on average, as a part of it. */
function unevenness(arrivals: readonly number[], rate: number): number {
  const first = arrivals[0] ?? 0
  const bins = Array.from({ length: Math.floor(((arrivals.at(-1) ?? 0) - first) / 1000 / bin) }, () => 0)
  for (const at of arrivals) {
    const index = Math.floor((at - first) / 1000 / bin)
    if (index < bins.length) bins[index] = (bins[index] ?? 0) + 1
  }
  const even = (rate / 1000) * bin
  return bins.reduce((sum, count) => sum + Math.abs(count - even), 0) / bins.length / even
}
