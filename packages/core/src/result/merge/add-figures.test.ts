import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import type { ScenarioSnapshot } from '../../measure/recorder/snapshot.ts'
import { createUserRecorder, happeningsOf, userLife, usersOfThread, type UserLife } from '../../../test/measure/recorder/user-lives.ts'
import { summarizeScenario, type ScenarioSummary } from '../summary/scenario-summary.ts'
import { keepHistograms } from '../summary/time-summary.ts'
import { addFigures } from './add-figures.ts'

const end = 60e6

/** What one generator recorded of its share of users. */
function snapshotOf(lives: ReadonlyMap<number, UserLife>): ScenarioSnapshot {
  const recorder = createUserRecorder()
  for (const { record } of happeningsOf(lives)) record(recorder)
  return recorder.take(end)
}

/** The figures of all that was recorded, in the phases of a run of 20 seconds. */
function summaryOf(snapshots: readonly ScenarioSnapshot[]): ScenarioSummary {
  const totals = new ScenarioTotals()
  for (const snapshot of snapshots) totals.add(snapshot)
  const curve = { from: 1, steps: [{ duration: 20e6, to: 1 }] }
  const workload = { kind: 'users', curve, iterations: undefined, pacing: 0, startAfter: 0, warmup: 0, gracefulStop: 0 } as const
  const facts = { name: 'bidding', request: 'bid', endpoint: undefined, workload, start: 0, runStart: 0, runEnd: 20e6 }
  return summarizeScenario(facts, totals)
}

function written(summary: ScenarioSummary): ScenarioSummary {
  // The description of the load is no figure.
  return JSON.parse(JSON.stringify({ ...summary, workload: null }, keepHistograms))
}

/** Figures in a comparable form: numbers without rounding by the order of addition, lists in one order. */
function comparable(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(9))
  if (Array.isArray(value)) return value.map((entry) => JSON.stringify(comparable(entry))).toSorted()
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).filter(([key]) => key !== 'histogram')
  // Seconds have no histogram.
  const told =
    'at' in value && 'length' in value ? known.filter(([key]) => !['mean', 'p50', 'p90', 'p99', 'serviceTime'].includes(key)) : known
  return Object.fromEntries(told.map(([key, each]) => [key, comparable(each)]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

test('the figures of generators that share the users add up to those of one generator with all users', () => {
  const division = fc.record({ lives: fc.array(userLife, { minLength: 1, maxLength: 8 }), generators: fc.integer({ min: 2, max: 4 }) })
  fc.assert(
    fc.property(division, ({ lives, generators }) => {
      const snapshots = Array.from({ length: generators }, (_, index) => snapshotOf(usersOfThread(lives, index, generators)))
      const problems: string[] = []
      const parts = snapshots.map((snapshot) => written(summaryOf([snapshot])))
      const added = addFigures(parts, 'bidding', (problem) => problems.push(problem))
      expect(problems).toEqual([])
      expect(comparable(added)).toEqual(comparable(written(summaryOf(snapshots))))
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

test('a distribution without its histogram is refused by name, and so are two texts that differ', () => {
  const summary = written(summaryOf([snapshotOf(new Map())]))
  const { histogram: _none, ...times } = { ...summary.responseTime, count: 3, mean: 1 }
  const part = { ...summary, responseTime: times, serviceTime: times }
  const problems: string[] = []
  addFigures([part, { ...part, request: 'other' }], 'bidding', (problem) => problems.push(problem))
  expect(problems).toEqual([
    'bidding.request differs: bid, other',
    'bidding.responseTime has no histogram',
    'bidding.serviceTime has no histogram',
  ])
})
