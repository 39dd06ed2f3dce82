import { test } from 'vitest'
import { expectSame } from '../../../../test/accuracy/compare.ts'
import type { CallsLabOptions } from './calls-lab.ts'

const lab = import.meta.resolve('./calls-lab.ts')

test.for<CallsLabOptions>([
  // Timed one by one by ours: a reading before it and one behind it.
  { name: 'half', batch: 100, readings: 2 },
  { name: 'whole', batch: 50, readings: 2 },
  { name: 'waits', batch: 1, readings: 1 },
  // What is timed is the calls, and not the clock. A bare loop that calls one function forever is compiled to less than a call, which a reading takes several times.
  { name: 'first', batch: 100_000, readings: 0.5 },
])('the time of a call of $name is that in a bare loop', async (options, context) => {
  await expectSame(context, { lab, options, figures: ['fastest', 'median'] })
})

test('a tiny function takes the same time before all others and behind them as alone', async (context) => {
  await expectSame(context, { lab: import.meta.resolve('./places-lab.ts'), options: {}, figures: ['first', 'last'] })
})
