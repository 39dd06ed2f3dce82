import { test } from 'vitest'
import { expectSame } from '../../../../test/accuracy/compare.ts'
import type { DeliveriesLabOptions } from './deliveries-lab.ts'

const lab = import.meta.resolve('./deliveries-lab.ts')

test.for([1, 2])('the delivery times, with %i load threads, are those of a bare client', async (workers, context) => {
  const options: DeliveriesLabOptions = { workers }
  await expectSame(context, { lab, options, figures: ['fastest', 'median', 'p75'] })
})
