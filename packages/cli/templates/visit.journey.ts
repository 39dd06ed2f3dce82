import { journey, path } from '@benchpress/core'

// What one user does, once. Each user has connections, cookies and random numbers of its own.
export default journey(async ({ http, check, think, random }) => {
  const list = await http.get('/items')
  const items = list.json<readonly { id: string; stock: number }[]>()
  // A check is counted and does not fail the iteration.
  check('there are items', items.length > 0)

  // Waits as a person does, for a random time between the two.
  await think('100ms', '500ms')

  // `path` names the endpoint by its template, `GET /items/{id}`, however many items there are.
  const { id } = random.pick(items)
  await http.get(path`/items/${id}`)

  // Any other status makes the request fail.
  const order = await http.post(path`/items/${id}/buy`, { json: { amount: 1 }, expect: { status: 201 } })
  check('the order names the item', 'bought' in order.json<object>())
})

// A journey module may also export beforeAll and afterAll, which run once for the whole test (to log in, to clean up),
// and beforeUser and afterUser, which run for each user. What beforeAll returns is `shared` in the journey.
