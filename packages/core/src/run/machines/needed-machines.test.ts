import { expect, test } from 'vitest'
import type { Config } from '../../config/config.ts'
import type { TestResult } from '../../result/shape/result.ts'
import { judge } from '../../result/verdict/judge.ts'
import { limitedBy } from '../../result/verdict/limited-by.ts'
import { makePlan } from '../plan-suite.ts'
import type { TestPlan } from '../plan-suite.ts'
import {
  countsFixture,
  connectionsFixture,
  iterationsFixture,
  rateFixture,
  scenarioFixture,
  summaryFixture,
  threadFixture,
  usersFixture,
  usersWorkloadFixture,
  type SummaryParts,
} from '../../../test/result/verdict/summary-fixture.ts'
import { neededMachines, plannedUtilization } from './needed-machines.ts'

const noLimits = { openFiles: null, openFilesUsed: null, portRange: null, ephemeralPorts: null }

async function plan(scenarios: Config['scenarios'], isSpread = false): Promise<TestPlan> {
  const { tests } = await makePlan({ name: 'suite', tests: [{ target: 'http://localhost:1', scenarios }] }, undefined, isSpread)
  if (tests[0] === undefined) throw new Error('one test')
  return tests[0]
}

function result(parts: SummaryParts): TestResult {
  const summary = summaryFixture({ cpus: 4, ...parts })
  return { ...summary, verdict: judge(summary), limitedBy: limitedBy(summary) }
}

// 30,000 requests in 30 s, by two threads that used a quarter of a CPU each.
const twoThreads = [0, 1].map((worker) => threadFixture({ worker, cpu: 0.25, counts: countsFixture({ ok: 15_000 }) }))
const ofRate = result({
  generator: { threads: twoThreads },
  scenarios: [
    scenarioFixture({
      name: 'reads',
      workload: rateFixture({ from: 1000 }),
      counts: countsFixture({ ok: 30_000 }),
      users: usersFixture({ iterations: iterationsFixture({ completed: 30_000 }) }),
    }),
  ],
})

test('a rate needs the number of machines for its CPU at the measured cost of an iteration', async () => {
  const planned = await plan({ reads: { request: {}, workload: { rate: 20_000, duration: '1m' } } })
  // 0.5 cores for 1,000/s are 10 for 20,000/s.
  expect(neededMachines(planned, ofRate, noLimits)).toEqual({
    cpu: 10,
    threads: Math.ceil(10 / plannedUtilization),
    machines: 4,
    by: 'CPU',
    cpuPerRequest: 0.5 / 1000,
  })
})

test('a load that grows counts with its maximum, and a measured one with its mean', async () => {
  const stages = [{ duration: 30, to: 20 }]
  const measured = result({
    generator: { threads: twoThreads },
    scenarios: [
      scenarioFixture({
        name: 'reads',
        workload: usersWorkloadFixture({ from: 0, stages }),
        counts: countsFixture({ ok: 30_000 }),
        users: usersFixture(),
      }),
    ],
  })
  const planned = await plan({
    reads: { request: {}, workload: { stages: { of: 'users', from: 0, steps: [{ duration: '10s', to: 100 }] } } },
  })
  expect(neededMachines(planned, measured, noLimits)).toMatchObject({ cpu: 5, threads: 8, machines: 2 })
})

test('connections can need more machines than CPU does, even more than this machine allows', async () => {
  const measured = result({
    generator: { threads: twoThreads },
    scenarios: [
      scenarioFixture({ name: 'reads', workload: connectionsFixture({ connections: 5000 }), counts: countsFixture({ ok: 30_000 }) }),
    ],
  })
  const huge = { reads: { request: {}, workload: { connections: 10_000_000, duration: '1m' } } } as const
  const limits = { ...noLimits, openFiles: 1_000_064, openFilesUsed: 0 }
  expect(neededMachines(await plan(huge, true), measured, limits)).toMatchObject({ cpu: 1000, by: 'CPU' })
  expect(neededMachines(await plan(huge, true), measured, { ...limits, openFiles: 10_064 })).toMatchObject({
    machines: 1000,
    by: 'connections',
  })
})

test('the facts that are missing for the cost are reported', async () => {
  const planned = await plan({ writes: { request: {}, workload: { rate: 100, duration: '1m' } } })
  expect(() => neededMachines(planned, ofRate, noLimits)).toThrow('the run of test has no scenario writes')
  const closed = await plan({ reads: { request: {}, workload: { users: 5, duration: '1m' } } })
  expect(() => neededMachines(closed, ofRate, noLimits)).toThrow('reads is planned by users, and was measured by a rate')
  const inCallingThread = { ...ofRate, generator: { ...ofRate.generator, inCallingThread: true } }
  expect(() => neededMachines(closed, inCallingThread, noLimits)).toThrow('had no load threads')
  const unknown = { ...ofRate, generator: { ...ofRate.generator, threads: [threadFixture({ cpu: null })] } }
  expect(() => neededMachines(closed, unknown, noLimits)).toThrow('does not tell the CPU of its load threads')
  const invalid = { ...ofRate, verdict: { level: 'invalid', reasons: [] } } as const
  expect(() => neededMachines(closed, invalid, noLimits)).toThrow('says nothing: it is invalid')
})
