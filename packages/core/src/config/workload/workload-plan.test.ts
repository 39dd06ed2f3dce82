import fc from 'fast-check'
import { expect, test } from 'vitest'
import { issuesOf, withWorkload } from '../../../test/config-fixture.ts'
import { cumulated, highestLevel, lengthOf, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { Workload } from '../../model/workload/workload.ts'
import { resolveConfig } from '../resolve-config.ts'

const time = fc.oneof(fc.integer({ min: 1, max: 7200 }), fc.constantFrom('250ms', '1m30s', '2h', '1d'))
const anyTime = fc.oneof(time, fc.constant(0))
const users = fc.integer({ min: 1, max: 1e5 })
const rate = fc.oneof(fc.double({ min: 0.01, max: 1e5, noNaN: true }), fc.constantFrom('500/s', '0.5/s', '30/m', '2k/s', '10/h'))
const phaseTimes = { warmup: anyTime, gracefulStop: anyTime }
const arrivals = { arrivals: fc.constantFrom('uniform', 'poisson'), maxUsers: users, reuseUsers: fc.boolean() }
const anyCount = fc.integer({ min: 1, max: 1e6 })

function stages(of: 'users' | 'rate', level: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const step = fc.record({ duration: anyTime, to: level })
  return fc.record(
    { of: fc.constant(of), from: level, steps: fc.array(step, { minLength: 1, maxLength: 5 }) },
    { requiredKeys: ['of', 'steps'] },
  )
}

const workload = fc.oneof(
  fc.record(
    {
      connections: users,
      pipelining: anyCount,
      refill: fc.constantFrom('each', 'batch', 'other'),
      duration: time,
      requests: anyCount,
      ...phaseTimes,
    },
    { requiredKeys: ['connections'] },
  ),
  fc.record(
    {
      users,
      duration: time,
      iterations: fc.oneof(anyCount, fc.record({ each: anyCount }), fc.record({ shared: anyCount })),
      pacing: anyTime,
      ...phaseTimes,
    },
    { requiredKeys: ['users'] },
  ),
  fc.record({ rate, duration: time, iterations: anyCount, ...arrivals, ...phaseTimes }, { requiredKeys: ['rate'] }),
  fc.record({ batch: users, duration: time, iterations: anyCount, ...phaseTimes }, { requiredKeys: ['batch'] }),
  fc.record({ stages: stages('users', fc.nat(1e5)), pacing: anyTime, ...phaseTimes }, { requiredKeys: ['stages'] }),
  fc.record({ stages: stages('rate', fc.oneof(rate, fc.constant(0))), ...arrivals, ...phaseTimes }, { requiredKeys: ['stages'] }),
)

test('an accepted workload has a plan: no figure is negative or endless, something is started, and it ends', () => {
  let accepted = 0
  fc.assert(
    fc.property(workload, (given) => {
      const config = withWorkload(given)
      if (issuesOf(config).length > 0) return
      accepted += 1
      expect(resolveConfig(config).scenarios.map((scenario) => flawsOf(scenario.workload))).toEqual([[]])
    }),
    { numRuns: 400 },
  )
  expect(accepted).toBeGreaterThan(100)
})

test('a meaningless plan would be noticed', () => {
  const plan = { kind: 'batch', batch: 5, duration: undefined, iterations: 4, startAfter: 0, warmup: NaN, gracefulStop: 0 } as const
  expect(flawsOf(plan)).toEqual(['the phases', 'the count'])
})

/** What is wrong with a plan. */
function flawsOf(plan: Workload): readonly string[] {
  const phases = [plan.startAfter, plan.warmup, plan.gracefulStop].every(isFinite) ? [] : ['the phases']
  switch (plan.kind) {
    case 'connections':
      return [...phases, ...flawsOfCount(plan.connections, plan.duration, plan.requests)]
    case 'batch':
      return [...phases, ...flawsOfCount(plan.batch, plan.duration, plan.iterations)]
    case 'users':
      return [...phases, ...flawsOfCurve(plan.curve, plan.iterations !== undefined), ...(isFinite(plan.pacing) ? [] : ['the pacing'])]
    case 'rate':
      return [
        ...phases,
        ...flawsOfCurve(plan.curve, plan.iterations !== undefined),
        ...((plan.iterations ?? cumulated(plan.curve, Infinity)) >= 1 ? [] : ['the number of arrivals']),
      ]
  }
}

function flawsOfCount(atOnce: number, duration: number | undefined, count: number | undefined): readonly string[] {
  const ends = [duration, count].filter((end) => end !== undefined)
  return ends.length === 1 && ends.every(isFinite) && (count ?? Infinity) >= atOnce ? [] : ['the count']
}

function flawsOfCurve(curve: LoadCurve, isCounted: boolean): readonly string[] {
  const levels = [curve.from, ...curve.steps.map(({ to }) => to)]
  const ends = isCounted ? lengthOf(curve) === Infinity : isFinite(lengthOf(curve)) && isFinite(cumulated(curve, Infinity))
  return levels.every(isFinite) && highestLevel(curve) > 0 && lengthOf(curve) > 0 && ends ? [] : ['the curve']
}

function isFinite(figure: number): boolean {
  return Number.isFinite(figure) && figure >= 0
}
