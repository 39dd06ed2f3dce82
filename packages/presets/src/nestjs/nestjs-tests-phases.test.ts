import fc from 'fast-check'
import { planSuite, type ScenarioPlan } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { adaptPhases, lengthOf, peakOf, ramp, stagesOf, steady, usersOf, type Phase } from './nestjs-tests.ts'

const phases = [steady('warm-up', 10, 2), ramp('ramp-up', 30, 5, 20), steady('peak', 30, 50)]

describe('phases', () => {
  test('phases have a length, a highest rate, and a number of users', () => {
    expect([lengthOf(phases), peakOf(phases), usersOf(phases)]).toEqual([70, 50, 20 + 375 + 1500])
  })

  test('are stages with a jump wherever one does not start where the last one ended', () => {
    expect(stagesOf(phases)).toEqual({
      of: 'rate',
      from: 2,
      steps: [
        { duration: '10000000us', to: 2 },
        { duration: 0, to: 5 },
        { duration: '30000000us', to: 20 },
        { duration: 0, to: 50 },
        { duration: '30000000us', to: 50 },
      ],
    })
  })

  test('keep their proportions in another length, and their shapes at other rates', () => {
    expect(adaptPhases(phases, 0.1, 7)).toEqual([
      { name: 'warm-up', duration: 1, from: 0.2, to: 0.2 },
      { name: 'ramp-up', duration: 3, from: 0.5, to: 2 },
      { name: 'peak', duration: 3, from: 5, to: 5 },
    ])
    expect(adaptPhases(phases, 1)).toEqual(phases)
  })

  test('have as many users as core plans, and exactly the length that was asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPhases,
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0.01, max: 5, noNaN: true }),
        async (some, length, scale) => {
          const adapted = adaptPhases(some, scale, length)
          // Core refuses a plan of less than one iteration.
          fc.pre(usersOf(adapted) > 1)
          const { iterations, workload } = await planOf(adapted)
          expect(iterations).toEqual({ count: usersOf(adapted), accuracy: 'exactly' })
          expect(workload.duration).toBe(length)
        },
      ),
      { numRuns: 50 },
    )
  })
})

const rate = fc.integer({ min: 1, max: 400 })
const anyPhases: fc.Arbitrary<readonly Phase[]> = fc.array(
  fc.record({ name: fc.constant('any'), duration: fc.integer({ min: 1, max: 60 }), from: rate, to: rate }),
  { minLength: 1, maxLength: 6 },
)

async function planOf(some: readonly Phase[]): Promise<ScenarioPlan> {
  const scenarios = { users: { request: {}, workload: { stages: stagesOf(some) } } }
  const plan = await planSuite({ name: 'any', tests: [{ target: 'http://localhost:1', scenarios }] }, { cwd: '/' })
  const [scenario] = plan.tests[0]?.scenarios ?? []
  if (scenario === undefined) throw new Error('nothing was planned')
  return scenario
}
