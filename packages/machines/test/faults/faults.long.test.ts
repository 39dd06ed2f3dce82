import { describe, expect, test } from 'vitest'
import { brokers } from '../brokers.ts'
import { faults } from './fault.ts'
import { performTrial } from './trial.ts'

const seed = Number(process.env['TESTS_FUZZ_SEED'] ?? 40)

const kinds = brokers.map(([broker, isThere], index) => ({ broker, isThere, first: seed + index * faults.length }))

describe.each(kinds)('a run over $broker', ({ broker, isThere, first }) => {
  test.skipIf(!isThere).concurrent.for(faults.map((fault, index) => [fault, first + index] as const))(
    'has a true result, marked where figures are missing, and leaves nothing, when this happens: %s (seed %d)',
    async ([fault, each]) => {
      const { problems, line } = await performTrial(broker, fault, each)
      expect(problems, line).toEqual([])
    },
  )
})
