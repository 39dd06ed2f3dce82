import { describe, expect, test } from 'vitest'
import { hasPostgres, hasRedis } from '../brokers.ts'
import { faults } from './fault.ts'
import { performTrial } from './trial.ts'

const seed = Number(process.env['BENCHPRESS_FUZZ_SEED'] ?? 40)

describe.each([
  ['Redis', hasRedis, seed],
  ['PostgreSQL', hasPostgres, seed + faults.length],
] as const)('a run over %s', (broker, isThere, first) => {
  test.skipIf(!isThere).concurrent.for(faults.map((fault, index) => [fault, first + index] as const))(
    'has a true result, marked where figures are missing, and leaves nothing, when this happens: %s (seed %d)',
    async ([fault, each]) => {
      const { problems, line } = await performTrial(broker, fault, each)
      expect(problems, line).toEqual([])
    },
  )
})
