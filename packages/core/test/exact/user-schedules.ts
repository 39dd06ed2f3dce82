import fc from 'fast-check'
import { constantCurve } from '../../src/model/workload/load-curve.ts'
import type { UserWorkload } from '../../src/model/workload/workload.ts'
import type { Step } from './journey.ts'

interface Phases {
  readonly startAfter: 0
  readonly warmup: number
  readonly gracefulStop: number
  readonly length: number
}

/** A workload that is complete with its phases. */
type WorkloadIn<Workload> = (phases: Phases) => Workload

const count = fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined })

/** Users of a closed model. */
export const anyClosed: fc.Arbitrary<WorkloadIn<UserWorkload>> = fc
  .record({
    users: fc.integer({ min: 1, max: 8 }),
    count,
    of: fc.constantFrom('user', 'run'),
    pacing: fc.constantFrom(0, 0, 30_000, 123_456),
  })
  .map(({ users, count: most, of, pacing }) => ({ length, ...phases }) => {
    const iterations = most === undefined ? undefined : ({ of, count: most } as const)
    return { ...phases, kind: 'users', curve: constantCurve(users, most === undefined ? length : Infinity), iterations, pacing }
  })

export const anyBatch: fc.Arbitrary<WorkloadIn<UserWorkload>> = fc
  .record({ batch: fc.integer({ min: 1, max: 8 }), count })
  .map(({ batch, count: iterations }) => ({ length, ...phases }) => {
    const duration = iterations === undefined ? length : undefined
    return { ...phases, kind: 'batch', batch, duration, iterations }
  })

/** Arrivals of an open model. */
export const anyOpen: fc.Arbitrary<WorkloadIn<UserWorkload>> = fc
  .record({
    rate: fc.constantFrom(1, 20, 50, 100, 200),
    arrivals: fc.constantFrom('uniform', 'poisson'),
    count,
    maxUsers: fc.integer({ min: 1, max: 30 }),
    reuseUsers: fc.boolean(),
  })
  .map(({ rate, count: iterations, ...rest }) => ({ length, ...phases }) => ({
    ...phases,
    ...rest,
    kind: 'rate',
    curve: constantCurve(rate, iterations === undefined ? length : Infinity),
    iterations,
  }))

export const anyUserWorkload: fc.Arbitrary<WorkloadIn<UserWorkload>> = fc.oneof(anyClosed, anyBatch, anyOpen)

const time = fc.noBias(fc.integer({ min: 1, max: 60_000 }))
const request: fc.Arbitrary<Step> = fc.record({
  does: fc.constant('request' as const),
  endpoint: fc.constantFrom('a', 'b', 'longer'),
  expects: fc.constantFrom('anything', 'anything', 'status 200', 'body ok', 'body no'),
  endsIteration: fc.constantFrom('when lost', 'unless ok', 'never'),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: request },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('think' as const, 'wait' as const), time }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('check' as const),
      name: fc.constantFrom('one', 'two'),
      passes: fc.constantFrom('always', 'never', 'if the last was ok'),
    }),
  },
)

/** What users do: some steps, at least one of which is a request, as nothing else is sure to take time. */
export const anyJourney: fc.Arbitrary<readonly Step[]> = fc
  .record({ before: fc.array(step, { maxLength: 2 }), request, after: fc.array(step, { maxLength: 4 }) })
  .map(({ before, request: one, after }) => [...before, one, ...after])
