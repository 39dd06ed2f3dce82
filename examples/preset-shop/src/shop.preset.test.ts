import { planPreset } from '@benchpress/core/testing'
import { expect, test } from 'vitest'
import shop from './shop.preset.ts'

test('the size of a page changes the lists and nothing else', async () => {
  const { suite, changes } = await planPreset(shop, { own: { pageSize: 5 } })
  expect(suite.tests.map(({ name }) => name)).toEqual(['reads', 'orders'])
  expect(suite.tests[0]?.scenarios['reads']).toMatchObject({ request: { path: '/items?size=5' } })
  expect(changes).toEqual(['page size 20 -> 5'])
})

test('a part can be run alone, as it was published', async () => {
  const { plan, changes } = await planPreset(shop, { part: 'orders' })
  expect(plan.tests.map(({ name }) => name)).toEqual(['orders'])
  expect(changes).toEqual([])
})
