import { feed, journey } from '@benchpress/core'
import type { JourneyUser, SetupContext } from '@benchpress/core'
import type { shopMetrics } from '../shop-metrics.ts'
import type { Item, Order } from '../shop.ts'

interface Catalogue {
  readonly items: readonly Item[]
}

type Customer = JourneyUser<Catalogue, typeof shopMetrics>

// A user is the same customer in all its iterations.
const customers = feed<{ readonly name: string; readonly password: string }>(new URL('../users.csv', import.meta.url), {
  name: 'customers who buy',
  mode: 'perUser',
})

/** Runs once before the test: reads what is sold. */
export async function beforeAll({ http }: SetupContext): Promise<Catalogue> {
  const response = await http.get('/items')
  return { items: response.json<readonly Item[]>() }
}

/** Runs once for each user: the customer logs in. */
export async function beforeUser({ user, http, state }: Customer): Promise<void> {
  const { name, password } = customers.next(user)
  const login = await http.post('/login', { json: { name, password } })
  state['token'] = login.json<{ readonly token: string }>().token
}

/** A customer who puts two things into the basket and pays for them. */
export default journey<Catalogue, typeof shopMetrics>(async ({ http, shared, state, random, check, think, group, metrics }) => {
  const auth = { bearer: String(state['token']) }
  const chosen = [random.pick(shared.items), random.pick(shared.items)]
  for (const { id } of chosen) {
    await http.post('/basket', { json: { id }, auth, tags: { kind: 'write' }, expect: { status: 201 } })
    await think('5ms', '20ms')
  }
  await group('checkout', async () => {
    const response = await http.post('/orders', { auth, tags: { kind: 'write' }, expect: { status: 201 } })
    const { total } = response.json<Order>()
    check('the total is that of the basket', total === chosen.reduce((sum, { price }) => sum + price, 0))
    metrics.sold.add()
    metrics.basket_value.add(total)
  })
})
