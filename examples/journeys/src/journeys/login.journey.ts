import { feed, journey } from '@benchpress/core'

// Each row once, over all users and threads: no customer logs in twice, and the scenario ends when all have.
const customers = feed<{ readonly name: string; readonly password: string }>(new URL('../users.csv', import.meta.url), {
  name: 'customers who log in',
  mode: 'unique',
})

/** A customer who logs in and out again. */
export default journey(async ({ user, http, check, think }) => {
  const { name, password } = customers.next(user)
  const login = await http.post('/login', { json: { name, password }, tags: { kind: 'write' } })
  const { token } = login.json<{ readonly token: string }>()
  check('the token is new', token.length === 36)
  await think('5ms', '20ms')
  await http.post('/logout', { auth: { bearer: token }, expect: { status: 204 } })
})
