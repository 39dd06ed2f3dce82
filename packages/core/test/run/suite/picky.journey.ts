import type { SetupContext } from '../../../src/load/user/journey.ts'
import { journey } from '../../../src/load/user/journey.ts'

/** Needs a shop that knows its users. */
export async function beforeAll({ http }: SetupContext): Promise<void> {
  const login = await http.post('/login', { json: { user: 'anna' } })
  if (login.status !== 200) throw new Error('the shop is empty')
}

/** Leaves something behind that a server can count. */
export async function afterAll({ http }: SetupContext): Promise<void> {
  await http.post('/orders')
}

export default journey(async ({ http }) => {
  await http.get('/items/1')
})
