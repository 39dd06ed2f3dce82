import type { ScenarioSummary, WorkloadSummary } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { connectionsWorkload, scenario, second, testResult } from '../../../test/suite-fixture.ts'
import { openScenario, rateWorkload, users } from '../../../test/users-fixture.ts'
import { levelPlot } from './response-plots.ts'

describe('users and requests in flight', () => {
  const seconds = [0, 1, 2].map((at) => ({ ...second(at, 200), inFlight: 1.5 + at, users: 10 * at }))
  const pluginRequests = [
    { ...scenario({ series: seconds.map(({ users: _users, ...kept }) => ({ ...kept, inFlight: 7 })) }), plugin: 'socketio' },
  ]
  const levelsOf = (changes: Partial<ScenarioSummary>): readonly (readonly [string, readonly unknown[]])[] => {
    const shown = openScenario({ series: seconds, ...changes })
    const { plot } = levelPlot({ test: testResult({ scenarios: [shown] }), scenario: shown }) ?? {}
    return (plot?.series ?? []).map(({ name, values }) => [name, values] as const)
  }
  const facts = { startAfter: 0, duration: 3, warmup: 0, gracefulStop: 0 } as const
  const came = [
    ['Users', [0, 10, 20]],
    ['In flight', [1.5, 2.5, 3.5]],
  ]

  test('are plotted beside the users of the planned load curve, those of plugins too', () => {
    const workload: WorkloadSummary = {
      ...facts,
      kind: 'users',
      model: 'closed',
      from: 0,
      stages: [{ duration: 3, to: 30 }],
      iterations: null,
      pacing: 0,
    }
    expect(levelsOf({ workload, users: users({ pluginRequests }) })).toEqual([
      ...came,
      ['In flight of socketio', [7, 7, 7]],
      ['Users planned', [5, 15, 25]],
    ])
  })

  test('are plotted beside the size of a batch, and alone where a rate plans no users', () => {
    const workload: WorkloadSummary = { ...facts, kind: 'batch', model: 'closed', batch: 4, iterations: null }
    expect(levelsOf({ workload })).toEqual([...came, ['Users planned', [4, 4, 4]]])
    expect(levelsOf({ workload: rateWorkload })).toEqual(came)
  })

  test('connections have only requests in flight, beside the most that may be in flight', () => {
    const workload: WorkloadSummary = { ...connectionsWorkload, connections: 5, pipelining: 2 }
    expect(levelsOf({ workload, users: null })).toEqual([came[1], ['In flight at most', [10, 10, 10]]])
  })

  test('levels are missing in results of earlier versions', () => {
    expect(levelsOf({ series: [0, 1, 2].map((at) => second(at, 200)) })).toEqual([])
  })
})
