import { expect } from 'vitest'
import { run } from '../../src/run/api.ts'
import { sumOutcomes } from '../../src/model/metrics/outcome.ts'
import type { Config } from '../../src/config/config.ts'
import type { WorkloadConfig } from '../../src/config/workload/workload-config.ts'
import type { RequestConfig } from '../../src/load/http/request-config.ts'
import type { Result } from '../../src/result/shape/result.ts'
import type { ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'
import type { Behaviour, Truth } from '../servers/behaviour.ts'
import { startKnownServer } from '../servers/known-server.ts'

/** A run against a server of known behaviour, with the counts of both sides. */
export interface Measurement {
  readonly result: Result
  readonly scenario: ScenarioSummary
  readonly truth: Truth
}

export interface MeasureOptions {
  readonly behaviour: Behaviour
  readonly workload: WorkloadConfig
  readonly workers: number
  readonly request?: RequestConfig
  readonly timeout?: Config['timeout']
  readonly seed?: number
}

/** Runs a load and checks what holds for every run: the identity, and that the server saw no more and no less. */
export async function measure({
  behaviour,
  workload,
  workers,
  request = {},
  timeout = '10s',
  seed = 1,
}: MeasureOptions): Promise<Measurement> {
  const server = await startKnownServer(behaviour)
  try {
    const result = await run({ target: server.url, workers, timeout, seed, scenarios: { known: { request, workload } } })
    const scenario = result.scenario('known')
    const truth = await server.truth()
    const { counts } = scenario
    const responded = counts.outcomes.ok + counts.outcomes.http_error + counts.outcomes.check_failed
    const warm = scenario.warmup?.counts.started ?? 0
    expect(counts.scheduled).toBe(counts.started + counts.dropped)
    expect(counts.started).toBe(sumOutcomes(counts.outcomes))
    expect(result.verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
    expect(truth.responded).toBeGreaterThanOrEqual(responded)
    expect(truth.arrived).toBeLessThanOrEqual(counts.started + warm)
    return { result, scenario, truth }
  } finally {
    await server.close()
  }
}
