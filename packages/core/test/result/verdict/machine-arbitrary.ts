import fc from 'fast-check'
import type { ScheduledCount, ResourceSample, ThreadSecond } from '../../../src/result/summary/generator-summary.ts'
import type { SecondSummary } from '../../../src/result/summary/series-summary.ts'
import type { TestSummary } from '../../../src/result/summary/test-summary.ts'

const word = fc.constantFrom('', 'localhost', 'a longer text, with 3 figures: 1 / 2')
const moment = fc.double({ min: -1e4, max: 1e4, noNaN: true })
const count = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(10_000_000))
const amount = fc.double({ min: 0, max: 1e6, noNaN: true })
const maybe = fc.option(amount)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const pressure = fc.record({ cpu: fc.option(share), memory: fc.option(share), io: fc.option(share) })
const secondOfTime = { at: fc.double({ min: -5, max: 40, noNaN: true }), length: fc.double({ min: 0, max: 3, noNaN: true }) }

/** Any second of a load thread. */
export const threadSecond: fc.Arbitrary<ThreadSecond> = fc.record({
  ...secondOfTime,
  utilization: share,
  cpu: fc.option(share),
  loopDelay: fc.record({ p50: amount, p99: amount, max: amount }),
})

/** Any second of a machine. */
export const resource: fc.Arbitrary<ResourceSample> = fc.record({
  ...secondOfTime,
  generatorCpu: amount,
  generatorRss: amount,
  targetCpu: maybe,
  targetRss: maybe,
  hostCpu: amount,
  hostInterruptCpu: maybe,
  disturbance: fc.record({
    stolenCpu: maybe,
    stolen: fc.option(share),
    throttled: fc.option(share),
    pressure,
    groupPressure: pressure,
    involuntarySwitches: maybe,
    clockJump: fc.double({ min: -10, max: 10, noNaN: true }),
    suspended: amount,
  }),
})

/** What a thread scheduled of a scenario, beside its plan. */
export const scheduledCount: fc.Arbitrary<ScheduledCount> = fc.record({
  scenario: fc.constantFrom('', 'reads'),
  phase: fc.constantFrom('warm-up', 'run'),
  of: fc.constantFrom('requests', 'iterations'),
  planned: fc.nat(1000),
  isMost: fc.boolean(),
  scheduled: fc.nat(1000),
})

/** When something failed, and why; or that it did not. */
export const failure: fc.Arbitrary<TestSummary['target']['failed']> = fc.option(fc.record({ at: moment, reason: word }))

/** Any target. */
export const target: fc.Arbitrary<TestSummary['target']> = fc.record({
  kind: fc.constantFrom('url' as const, 'command' as const, 'server' as const),
  url: word,
  command: fc.option(fc.array(word)),
  address: word,
  local: fc.boolean(),
  tls: fc.option(fc.record({ verified: fc.boolean(), protocol: fc.option(word) })),
  cpu: fc.option(fc.double({ min: 0, max: 8, noNaN: true })),
  rss: maybe,
  failed: failure,
})

/** A time in which the target was away. */
export const absence: fc.Arbitrary<TestSummary['absences'][number]> = fc.record({
  from: moment,
  to: fc.option(moment),
  broken: fc.nat(500),
  refused: fc.nat(500),
})

/** How closely threads kept to the times of a plan. */
export const timing: fc.Arbitrary<TestSummary['generator']['timing']> = fc.constantFrom('auto', 'precise', 'coarse')

/** Errors that belong to no iteration. */
export const strayErrors: fc.Arbitrary<TestSummary['generator']['strayErrors']> = fc.option(fc.record({ count: fc.nat(1000), first: word }))

/** A second of a run phase, or its last part of one. */
export const second: fc.Arbitrary<SecondSummary> = fc.record({
  at: amount,
  length: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  requests: count,
  failed: count,
  bytes: count,
  mean: maybe,
  p50: maybe,
  p90: maybe,
  p99: maybe,
  max: maybe,
})
