import { feed } from '../../../src/load/user/feed/feed.ts'
import { path } from '../../../src/load/user/http/http-client.ts'
import { journey, type JourneyUser, type SetupContext } from '../../../src/load/user/journey.ts'

const buyers = feed(
  Array.from({ length: 10_000 }, (_, index) => ({ user: `buyer ${index}` })),
  { mode: 'unique', name: 'buyers' },
)

export async function beforeAll({ http }: SetupContext): Promise<{ items: number }> {
  const items = await http.get('/items')
  return { items: items.json<unknown[]>().length }
}

export async function beforeUser({ http, state, user }: JourneyUser): Promise<void> {
  const row = buyers.next(user)
  const login = await http.post('/login', { json: row })
  state['token'] = login.json<{ token: string }>().token
}

export default journey<{ items: number }>(async ({ http, check, group, shared, state, random }) => {
  const auth = { bearer: String(state['token']) }
  await group('look', async () => {
    await http.get('/items', { query: { page: 1 }, tags: { kind: 'read' } })
    const item = await http.get(path`/items/${random.int(1, shared.items)}`, { auth, tags: { kind: 'read' } })
    check('is an item', item.json<{ id: number }>().id > 0)
  })
  const order = await http.post('/orders', { json: { count: 1 }, auth, expect: { status: [201, 409] } })
  check('was ordered', order.status === 201)
  if (order.status === 409) throw new Error('sold out')
})
