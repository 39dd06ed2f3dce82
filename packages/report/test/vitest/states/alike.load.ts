import '@benchpress/core/vitest'
import { expect, test } from 'vitest'
import { loadOf } from '../shop.ts'

test('asserts on three results of one name', async () => {
  for (const name of ['alike', 'alike', 'alike']) expect(await loadOf(name)).toHaveErrorRateBelow('1%')
})
