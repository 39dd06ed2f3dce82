import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpSession } from '../../../src/load/user/http/http-session.ts'
import { UserCookies } from '../../../src/load/user/http/user-cookies.ts'
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

describe('the limits of browsers', () => {
  // As many as the head of a response can hold, other ones in each.
  const flood = (from: number, attributes = ''): string[] =>
    Array.from({ length: 150 }, (_, index) => `c${String(from + index).padStart(6, '0')}=1; Path=/${attributes}`)
  const nameOf = (pair = ''): string => pair.replace(/=.*/, '')
  const checksOf = (users: Users): readonly (readonly [name: string, failed: number])[] =>
    (users.take().users?.checks ?? []).map(({ name, failed }) => [name, failed])

  test('the oldest of more than 180 cookies of a domain are dropped, counted and named', async () => {
    const { users, sent } = await cookieUsers()
    const http = users.create()
    for (let request = 0; request < 10; request++) await http.post('/', { query: { set: flood(request * 150) } })
    const names = (await sent(http, '/')).split('; ').map(nameOf)
    expect(names.length).toBe(180)
    expect([names[0], names.at(-1)]).toEqual(['c001320', 'c001499'])
    expect(checksOf(users)).toEqual([['cookies: more than 180 of a domain, or 3000: the oldest was dropped', 1320]])
  })

  test('a new value keeps the place of the old one, and cookies that have expired are dropped before others', async () => {
    const { users, sent } = await cookieUsers()
    const http = users.create()
    http.cookies.set('own=1; Path=/')
    await http.get('/', { query: { set: flood(0, '; Max-Age=0') } })
    await http.get('/', { query: { set: flood(1000, '; Max-Age=0') } })
    http.cookies.set('own=2; Path=/')
    await http.get('/', { query: { set: flood(2000) } })
    expect([(await sent(http, '/')).split('; ').length, http.cookies.get('own')]).toEqual([151, '2'])
    expect(checksOf(users)).toEqual([])
    await http.get('/', { query: { set: flood(3000) } })
    expect(http.cookies.get('own')).toBeUndefined()
  })

  test('a cookie of more than 4,096 bytes is not kept', async () => {
    const { users, sent } = await cookieUsers()
    const http = users.create()
    await http.post('/', { query: { set: [`a=${'x'.repeat(4094)}; Path=/; Note=${'y'.repeat(100)}`, `b=${'x'.repeat(4095)}`] } })
    expect((await sent(http, '/')).length).toBe(4096)
    expect(() => http.cookies.set(`c=${'x'.repeat(4095)}`)).toThrow(/^the target could not set the cookie "c=\.\.\."/)
    expect(checksOf(users)).toEqual([['cookies: one was larger than 4096 bytes, and was not kept', 2]])
  })

  test('the cookies of many domains are 3,000 at most', () => {
    const cookies = new UserCookies('http://a.test')
    for (let domain = 0; domain < 40; domain++) cookies.keep(flood(0).slice(0, 100), `http://d${domain}.test/`)
    const counts = Array.from({ length: 40 }, (_, domain) => cookies.header(`http://d${domain}.test/`)?.split('; ').length)
    expect(counts).toEqual([...Array.from({ length: 10 }, () => undefined), ...Array.from({ length: 30 }, () => 100)])
  })
})

test('cookies are for a host, whatever the port', async () => {
  const { users, sent } = await cookieUsers()
  const http = users.create()
  const other = await loopback.responding(({ headers }) => headers.cookie ?? 'none')
  await http.get('/', { query: { set: 'a=1; Path=/' } })
  expect([await sent(http, `${other}/`), http.cookies.header(`${other}/x`), http.cookies.header('http://localhost/')]).toEqual([
    'a=1',
    'a=1',
    undefined,
  ])
})
