import { planPreset } from '@benchpress/core/testing'
import { expect, test } from 'vitest'
import shop from './shop.preset.ts'

test('the size of a page changes the lists and nothing else', async () => {
  const { suite, changes } = await planPreset(shop, { own: { pageSize: 5 } })
  expect(suite.tests.map(({ name }) => name)).toEqual(['reads', 'orders'])
  expect(changes).toEqual(['reads path /items?size=20 -> /items?size=5'])
})

test('a part can be run alone, as it was published', async () => {
  const { plan, changes } = await planPreset(shop, { part: 'orders' })
  expect(plan.tests.map(({ name }) => name)).toEqual(['orders'])
  expect(changes).toEqual([])
})
