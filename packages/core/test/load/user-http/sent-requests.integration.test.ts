import { afterEach, describe, expect, test } from 'vitest'
import { type HttpOptions, path } from '../../../src/load/user/http/http-client.ts'
import type { HttpSession } from '../../../src/load/user/http/http-session.ts'
import type { HttpWiring } from '../../../src/load/user/http/http-origin.ts'
import { Loopback, type SeenRequest, type Users } from './loopback.ts'
import { noSeries, unpackSeries } from '../../measure/recorder/unpack-series.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

interface Watched {
  readonly http: HttpSession
  readonly users: Users
  readonly seen: SeenRequest[]
  readonly last: () => SeenRequest
  readonly origin: string
}

async function watch(wiring: Partial<HttpWiring> = {}, userinfo = ''): Promise<Watched> {
  const seen: SeenRequest[] = []
  const origin = await loopback.responding((request) => void seen.push(request))
  const users = loopback.users(origin.replace('//', `//${userinfo}`), wiring)
  const last = (): SeenRequest => {
    const request = seen.at(-1)
    if (request === undefined) throw new Error('no request was seen')
    return request
  }
  return { http: users.create(), users, seen, last, origin }
}

describe('the least', () => {
  test('a GET has nothing but its host', async () => {
    const { http, last, origin } = await watch()
    await http.get('/')
    expect(last()).toEqual({ method: 'GET', url: '/', headers: { host: new URL(origin).host }, body: Buffer.alloc(0) })
  })

  test.each(['POST', 'PUT', 'PATCH'])('a %s without a body has a length of 0 and no content type', async (method) => {
    const { http, last } = await watch()
    await http.request(method, '/')
    expect(last().headers).toMatchObject({ 'content-length': '0' })
    expect(last().headers).not.toHaveProperty('content-type')
  })

  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('a %s without a body says nothing of one', async (method) => {
    const { http, last } = await watch()
    await http.request(method, '/')
    expect(Object.keys(last().headers)).toEqual(['host'])
  })

  test('each method is sent by its name, and any other by request, in whatever case', async () => {
    const { http, seen } = await watch()
    await http.get('/')
    await http.head('/')
    await http.post('/')
    await http.put('/')
    await http.patch('/')
    await http.delete('/')
    await http.request('purge', '/')
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'])
  })
})

describe('bodies', () => {
  test('JSON is sent with its content type, and its length in bytes', async () => {
    const { http, last } = await watch()
    await http.post('/', { json: { a: [1, 'é', '中', '🎉'] } })
    expect(JSON.parse(last().body.toString())).toEqual({ a: [1, 'é', '中', '🎉'] })
    expect(last().headers['content-type']).toBe('application/json')
  })

  test('null and false are sent as JSON too', async () => {
    const { http, seen } = await watch()
    await http.post('/', { json: null })
    await http.post('/', { json: false })
    expect(seen.map(({ body }) => body.toString())).toEqual(['null', 'false'])
  })

  test('texts and bytes are sent unchanged, without a content type', async () => {
    const { http, seen } = await watch()
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    await http.put('/', { body: 'naïve' })
    await http.put('/', { body: bytes })
    await http.put('/', { body: '' })
    expect(seen.map(({ body }) => body)).toEqual([Buffer.from('naïve'), Buffer.from(bytes), Buffer.alloc(0)])
    expect(seen.map(({ headers }) => headers['content-type'])).toEqual([undefined, undefined, undefined])
    expect(seen[2]?.headers['content-length']).toBe('0')
  })

  test('a form is encoded as browsers do', async () => {
    const { http, last } = await watch()
    await http.post('/', { form: { name: 'Ada & Co', n: 3, yes: true, none: undefined, tag: ['a', 2] } })
    expect(last().body.toString()).toBe('name=Ada+%26+Co&n=3&yes=true&tag=a&tag=2')
    expect(last().headers['content-type']).toBe('application/x-www-form-urlencoded')
  })

  test('the content type of a request wins over that of the body', async () => {
    const { http, last } = await watch()
    await http.post('/', { json: {}, headers: { 'Content-Type': 'application/vnd.api+json' } })
    expect(last().headers['content-type']).toBe('application/vnd.api+json')
  })

  test('a GET may have a body', async () => {
    const { http, last } = await watch()
    await http.get('/', { body: 'x' })
    expect([last().method, last().body.toString()]).toEqual(['GET', 'x'])
  })
})

describe('headers', () => {
  test('headers of the scenario are sent with each request, unless it has its own, whatever their case', async () => {
    const { http, last } = await watch({ headers: { 'X-Tenant': 'a', Accept: 'text/html', 'content-type': 'text/plain' } })
    await http.get('/')
    expect(last().headers).toMatchObject({ 'x-tenant': 'a', accept: 'text/html' })
    await http.post('/', { json: {}, headers: { 'x-tenant': 'b', 'X-Other': 'c' } })
    expect(last().headers).toMatchObject({ 'x-tenant': 'b', accept: 'text/html', 'x-other': 'c', 'content-type': 'application/json' })
  })

  test('the host header can be overridden', async () => {
    const { http, last } = await watch()
    await http.get('/', { headers: { host: 'tenant.example' } })
    expect(last().headers.host).toBe('tenant.example')
  })

  test('a header that is undefined is left out', async () => {
    const { http, last } = await watch()
    const headers: Record<string, string> = JSON.parse('{"a":"1"}')
    await http.get('/', { headers: { ...headers, b: undefined as unknown as string } })
    expect(Object.keys(last().headers)).toEqual(['host', 'a'])
  })

  test('basic authentication and bearer tokens are sent as headers', async () => {
    const { http, seen } = await watch()
    await http.get('/', { auth: { username: 'ada', password: 'lövelace:' } })
    await http.get('/', { auth: { bearer: 'abc.def' } })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${Buffer.from('ada:lövelace:').toString('base64')}`,
      'Bearer abc.def',
    ])
  })

  test('the name and password in the URL of the target are sent, unless a request has its own', async () => {
    const { http, seen } = await watch({}, 'ada:l%20ove@')
    await http.get('/')
    await http.get('/', { auth: { bearer: 'abc' } })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([`Basic ${Buffer.from('ada:l ove').toString('base64')}`, 'Bearer abc'])
  })

  test('the name and password in the URL of a request are sent, unless it has others', async () => {
    const { http, seen, last } = await watch()
    await http.get('/')
    const url = `http://ada:l%20ove%2@${last().headers.host}/items`
    await http.get(url)
    await http.get(url, { auth: { bearer: 'abc' } })
    await http.get(url, { headers: { Authorization: 'own' } })
    const basic = `Basic ${Buffer.from('ada:l ove%2').toString('base64')}`
    expect(seen.slice(1).map(({ headers }) => headers.authorization)).toEqual([basic, 'Bearer abc', 'own'])
    expect(seen.slice(1).map((request) => request.url)).toEqual(['/items', '/items', '/items'])
  })
})

describe('paths', () => {
  test('a query is encoded and appended to the one that is there', async () => {
    const { http, last } = await watch()
    await http.get('/find?x=1', { query: { q: 'a b&c=d', tag: ['é', 2], none: undefined, yes: false } })
    expect(last().url).toBe('/find?x=1&q=a%20b%26c%3Dd&tag=%C3%A9&tag=2&yes=false')
    expect([...new URL(last().url, 'http://x').searchParams]).toEqual([
      ['x', '1'],
      ['q', 'a b&c=d'],
      ['tag', 'é'],
      ['tag', '2'],
      ['yes', 'false'],
    ])
  })

  test('characters that cannot be sent are encoded, and a fragment is not sent', async () => {
    const { http, last } = await watch()
    await http.get('/käse und/brot?a=ü#top')
    expect(last().url).toBe('/k%C3%A4se%20und/brot?a=%C3%BC')
  })

  test('a path may be a URL object', async () => {
    const { http, last, origin } = await watch()
    await http.get(new URL('/items?page=1', origin))
    expect(last().url).toBe('/items?page=1')
  })

  test('a template encodes its values and names the endpoint', async () => {
    const { http, users, last } = await watch()
    await http.get(path`/auctions/${'a/b ?'}/bids/${7}?dry=${true}`)
    expect(last().url).toBe('/auctions/a%2Fb%20%3F/bids/7?dry=true')
    expect(unpackSeries(users.take().endpoints).map(({ name }) => name)).toEqual(['GET /auctions/{id}/bids/{id}'])
  })

  test('an endpoint is the method and the path without its query, or a name', async () => {
    const { http, users, origin } = await watch()
    await http.get('/items?page=1')
    await http.post('/items?page=2', { query: { x: 1 } })
    await http.get(`${origin}/items`)
    await http.get(path`/items/${1}`, { name: 'one item', tags: { kind: 'read' } })
    const { endpoints, users: counted } = users.take()
    expect(unpackSeries(endpoints).map(({ name, started }) => [name, started])).toEqual([
      ['GET /items', 2],
      ['POST /items', 1],
      ['one item', 1],
    ])
    expect(unpackSeries(counted?.tags ?? noSeries).map(({ name, started }) => [name, started])).toEqual([['kind:read', 1]])
  })
})

describe('refused at once, with nothing sent or counted', () => {
  const refused: [string, string, HttpOptions, string][] = [
    ['/', 'a line break in a header', { headers: { 'x-a': 'b\r\nevil: 1' } }, 'the value of header "x-a" has a line break'],
    ['/', 'a character beyond Latin-1', { headers: { 'x-a': '中' } }, 'cannot be sent in a header'],
    ['/', 'a header name with a space', { headers: { 'x a': 'b' } }, '"x a" is no name of a header'],
    ['/', 'a header name with a line break', { headers: { 'x:\r\ny': 'b' } }, '"x:\\r\\ny" is no name of a header'],
    ['/', 'a length of its own', { headers: { 'Content-Length': '5' } }, 'header "Content-Length" is set from the body'],
    ['/', 'a transfer encoding', { headers: { 'transfer-encoding': 'chunked' } }, 'cannot be sent'],
    ['/', 'a bearer token with a line break', { auth: { bearer: 'a\nb' } }, 'the value of header "authorization"'],
    ['/', 'auth and its header', { auth: { bearer: 'a' }, headers: { Authorization: 'b' } }, 'not both'],
    ['/', 'two bodies', { json: {}, body: 'x' }, 'a request has one body'],
    ['/', 'JSON of a function', { json: () => {} }, '"json" is a function, which JSON cannot say'],
    ['/', 'a body that is an object', { body: {} as unknown as string }, 'give data as "json" or "form"'],
    ['/', 'an option that is not known', { data: {} } as HttpOptions, 'a request has no option "data"; known are headers, query, body'],
    ['/', 'an expectation that is not known', { expect: { statuses: [200] } } as HttpOptions, 'a request has no option "expect.statuses"'],
    ['/', 'a timeout that is none', { timeout: 'soon' }, 'the timeout "soon" is no duration'],
    ['/', 'a timeout of nothing', { timeout: 0 }, 'the timeout 0 is no duration'],
    ['/a\r\nb', 'a line break in a path', {}, 'has a line break or another control character'],
    ['items', 'a path without a slash', {}, 'must start with "/"'],
    ['ftp://x/', 'another scheme', {}, 'must start with "/"'],
    ['http://[/', 'a URL that is none', {}, 'is no URL'],
    ['http://[fe80::1%eth0]/', 'an IPv6 zone', {}, 'a URL cannot carry the IPv6 zone "%eth0"'],
    [undefined as unknown as string, 'no path', {}, 'the path must be a text, a URL, or made by path`...` (was undefined)'],
    [{ path: 5 } as unknown as string, 'a path that is an object', {}, 'the path must be a text, a URL'],
    ['/', 'null in a form', { form: { b: null } } as unknown as HttpOptions, 'form.b must be a text, a number or a boolean (was null)'],
    ['/', 'null in a query', { query: { b: null } } as unknown as HttpOptions, 'query.b must be a text'],
    ['/', 'an object in a list of a query', { query: { b: [{}] } } as unknown as HttpOptions, 'query.b must be a text'],
    ['/', 'null as a header', { headers: { a: null } } as unknown as HttpOptions, 'the value of header "a" must be a text (was null)'],
    ['/', 'an option of another type', { expect: null } as unknown as HttpOptions, 'the option "expect" must be an object (was null)'],
    ['/', 'a status that is a text', { expect: { status: '200' } } as unknown as HttpOptions, 'expect.status must be a status or a list'],
    [
      '/',
      'a body that is a number',
      { expect: { body: 5 } } as unknown as HttpOptions,
      'expect.body must be a text, a pattern or a function',
    ],
    ['/', 'JSON that is data', { expect: { json: { a: 1 } } } as unknown as HttpOptions, 'expect.json must be a function (was an object)'],
    ['/', 'a timeout of null', { timeout: null } as unknown as HttpOptions, 'the timeout null is no duration'],
    ['/', 'a timeout in words', { timeout: '10 sec' }, 'did you mean "10s"?'],
  ]
  test.each(refused)('%j: %s', async (where, _what, options, message) => {
    const { http, users, seen } = await watch()
    expect(() => http.post(where, options)).toThrow(message)
    expect(() => http.post(where, options)).toThrow(TypeError)
    expect([seen.length, users.count().started]).toEqual([0, 0])
  })

  test.each([
    ['GET /\r\n', 'is no method'],
    ['', 'is no method'],
    ['connect', 'which asks for a tunnel'],
  ])('the method %j', async (method, message) => {
    const { http } = await watch()
    expect(() => http.request(method, '/')).toThrow(message)
  })

  test('a secret in a header that is refused is not repeated', async () => {
    const { http } = await watch()
    expect(() => http.get('/', { headers: { authorization: 'top\nsecret' } })).toThrow(expect.not.stringContaining('secret'))
  })
})
