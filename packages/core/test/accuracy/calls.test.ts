import { test } from 'vitest'
import { expectSame } from '../../../../test/accuracy/compare.ts'
import type { CallsLabOptions } from './calls-lab.ts'

const lab = import.meta.resolve('./calls-lab.ts')

test.for<CallsLabOptions>([
  // Timed one by one by ours: a reading before it and one behind it.
  { name: 'half', batch: 100, readings: 2 },
  { name: 'whole', batch: 50, readings: 2 },
  { name: 'waits', batch: 1, readings: 1 },
  // Some of these calls take as long as one reading: what is timed is the calls, and not the clock.
  { name: 'first', batch: 100_000, readings: 0.1 },
])('the time of a call of $name is that in a bare loop', async (options, context) => {
  await expectSame(context, { lab, options, figures: ['fastest', 'median'] })
})

test('a tiny function takes the same time before all others and behind them as alone', async (context) => {
  await expectSame(context, { lab: import.meta.resolve('./places-lab.ts'), options: {}, figures: ['first', 'last'] })
})
