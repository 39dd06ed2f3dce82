import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { HttpSession } from '../../../src/load/user/http/http-session.ts'
import { Loopback, type Users } from './loopback.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

/** Users of a server that sets the cookies in `?set=` and responds with the `Cookie` it got. */
async function cookieUsers(): Promise<{ users: Users; sent: (http: HttpSession, path: string) => Promise<string> }> {
  const origin = await loopback.responding(({ url, headers }, response: ServerResponse) => {
    response.setHeader('set-cookie', new URL(url, 'http://x').searchParams.getAll('set'))
    return headers.cookie ?? 'none'
  })
  return { users: loopback.users(origin), sent: async (http, path) => (await http.get(path)).text() }
}

test('a cookie that the target sets is sent from then on, by the user it was set for', async () => {
  const { users, sent } = await cookieUsers()
  const [one, other] = [users.create(), users.create()]
  expect(await sent(one, '/')).toBe('none')
  await one.get('/login', { query: { set: ['session=abc; HttpOnly; Path=/', 'theme=dark; Path=/'] } })
  expect(await sent(one, '/any')).toBe('session=abc; theme=dark')
  expect(await sent(one, '/any/other?a=1')).toBe('session=abc; theme=dark')
  expect(await sent(other, '/any')).toBe('none')
})

test('a cookie is sent to its paths only, also when others go everywhere', async () => {
  const { users, sent } = await cookieUsers()
  const http = users.create()
  await http.get('/', { query: { set: ['all=1; Path=/', 'admin=2; Path=/admin'] } })
  expect([await sent(http, '/'), await sent(http, '/admin/x?y'), await sent(http, '/administrator')]).toEqual([
    'all=1',
    'admin=2; all=1',
    'all=1',
  ])
})

test('a cookie without a path is for the folder it was set from', async () => {
  const { users, sent } = await cookieUsers()
  const http = users.create()
  await http.get('/shop/login', { query: { set: 'a=1' } })
  expect([await sent(http, '/shop/cart'), await sent(http, '/')]).toEqual(['a=1', 'none'])
})

test('a new value replaces the old cookie, and an expired one is not sent', async () => {
  const { users, sent } = await cookieUsers()
  const http = users.create()
  await http.get('/', { query: { set: 'a=1; Path=/' } })
  await http.get('/', { query: { set: 'a=2; Path=/' } })
  expect(await sent(http, '/')).toBe('a=2')
  await http.get('/', { query: { set: 'a=2; Path=/; Max-Age=0' } })
  expect(await sent(http, '/')).toBe('none')
})

test('a cookie ends when its time is over', async () => {
  const { users, sent } = await cookieUsers()
  const http = users.create()
  await http.get('/', { query: { set: 'a=1; Path=/; Max-Age=1' } })
  expect(await sent(http, '/')).toBe('a=1')
  await expect.poll(() => sent(http, '/'), { timeout: 20_000 }).toBe('none')
})

test('cookies for other hosts, and malformed ones, are left out', async () => {
  const { users, sent } = await cookieUsers()
  const http = users.create()
  await http.get('/', { query: { set: ['a=1; Domain=example.org', '', 'c=3'] } })
  expect(await sent(http, '/')).toBe('c=3')
})

test('cookies can be read, set and cleared by the journey', async () => {
  const { users, sent } = await cookieUsers()
  const http = users.create()
  expect(http.cookies.get('a')).toBeUndefined()
  http.cookies.set('a=1')
  http.cookies.set('b=2; Path=/admin', '/admin/login')
  expect([http.cookies.get('a'), http.cookies.get('b'), http.cookies.get('b', '/admin')]).toEqual(['1', undefined, '2'])
  expect([await sent(http, '/'), await sent(http, '/admin')]).toEqual(['a=1', 'b=2; a=1'])
  http.cookies.clear()
  expect([await sent(http, '/'), http.cookies.get('a')]).toEqual(['none', undefined])
})

test.each(['a=1; Domain=example.org', 'a=1\r\nevil: 1', 'a=中'])(
  'the cookie %j cannot be set, and its value is not repeated',
  async (cookie) => {
    const { users, sent } = await cookieUsers()
    const http = users.create()
    expect(() => http.cookies.set(cookie)).toThrow(/^the target could not set the cookie "a=\.\.\./)
    expect(await sent(http, '/')).toBe('none')
  },
)

test('a request with cookies of its own sends these', async () => {
  const { users } = await cookieUsers()
  const http = users.create()
  http.cookies.set('a=1')
  expect((await http.get('/', { headers: { Cookie: 'b=2' } })).text()).toBe('b=2')
})
