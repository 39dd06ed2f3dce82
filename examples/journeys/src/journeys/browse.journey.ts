import { journey, path } from '@benchpress/core'
import type { shopMetrics } from '../shop-metrics.ts'
import type { Item } from '../shop.ts'

/** A visitor who looks through the catalogue until something is found, and looks at that. */
export default journey<unknown, typeof shopMetrics>(async ({ http, check, think, random, group, metrics }) => {
  const found = await group('search', async () => {
    for (let page = 1; page <= 3; page++) {
      const list = await http.get('/items', { query: { page } })
      const items = list.json<readonly Item[]>()
      check('a page has ten items', items.length === 10)
      await think('5ms', '20ms')
      if (random.next() < 0.5) {
        metrics.first_page.add(page === 1)
        return random.pick(items)
      }
    }
    metrics.first_page.add(false)
    return undefined
  })
  if (found === undefined) return
  const item = await http.get(path`/items/${found.id}`)
  check('it is the item that was asked for', item.json<Item>().id === found.id)
})
