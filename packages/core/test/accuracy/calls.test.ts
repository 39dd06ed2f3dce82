import { test } from 'vitest'
import { expectSame } from '../../../../test/accuracy/compare.ts'
import type { CallsLabOptions } from './calls-lab.ts'

const lab = import.meta.resolve('./calls-lab.ts')

test.for<CallsLabOptions>([
  { name: 'half', batch: 100 },
  { name: 'whole', batch: 50 },
  { name: 'waits', batch: 1 },
])('the time of a call of $name is that in a bare loop', async (options, context) => {
  await expectSame(context, { lab, options, figures: ['fastest', 'median'] })
})
