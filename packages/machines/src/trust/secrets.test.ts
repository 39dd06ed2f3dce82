import { serialize } from 'node:v8'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillSecretsIn, takeSecretsOut, type SafeData } from './secrets.ts'

const env = { API_TOKEN: 's3cret-token', DB_PASSWORD: 'pä"ss wörd&x', LOGIN: 'ann-of-berlin', HOME: '/home/ann', CI: 'true' }

function take<Data>(data: Data, secrets: readonly string[] = []): SafeData<Data> {
  return takeSecretsOut(data, { env, secrets, nameOf: (path) => path.join('.') })
}

const basic = Buffer.from(`ann:${env.DB_PASSWORD}`).toString('base64')

test.each<[what: string, data: unknown]>([
  ['a header', { headers: { authorization: env.API_TOKEN } }],
  ['a header with a scheme', { headers: { authorization: `Bearer ${env.API_TOKEN}` } }],
  ['basic authentication', { headers: { authorization: `Basic ${basic}` } }],
  ['cookies', { headers: { cookie: `sid=${env.API_TOKEN}; other=${encodeURIComponent(env.DB_PASSWORD)}` } }],
  ['the user of a URL', { url: `http://ann:${encodeURIComponent(env.DB_PASSWORD)}@host/path` }],
  ['a query', { path: `/items?token=${env.API_TOKEN}&page=2` }],
  ['a body of JSON', { body: JSON.stringify({ name: 'ann', password: env.DB_PASSWORD, max_tokens: 5 }) }],
  ['a body of a form', { body: new URLSearchParams({ password: env.DB_PASSWORD, page: '1' }).toString() }],
  ['bytes', { body: Buffer.from(`--x\r\nname="password"\r\n\r\n${env.DB_PASSWORD}\r\n--x\r\n`) }],
  ['any text', { plugins: [{ options: { note: `is ${env.API_TOKEN}${env.API_TOKEN}!` } }] }],
  ['a map and a set', { shared: new Map([['one', new Set([env.API_TOKEN])]]) }],
])('the value of a variable is removed from %s, and filled in again', (_what, data) => {
  const safe = take(data)
  const sent = serialize(safe)
  for (const value of [env.API_TOKEN, env.DB_PASSWORD, encodeURIComponent(env.DB_PASSWORD), basic]) {
    // v8 serialises strings with one or two bytes for each character.
    for (const encoding of ['latin1', 'utf8', 'utf16le'] as const) expect(sent.includes(Buffer.from(value, encoding))).toBe(false)
  }
  expect(serialize(safe.data)).not.toEqual(serialize(data))
  expect(fillSecretsIn(safe, env).data).toEqual(data)
})

test('the agent fills in values of its own environment', () => {
  const safe = take({ headers: { authorization: `Basic ${basic}`, cookie: `sid=${env.API_TOKEN}` } })
  expect(fillSecretsIn(safe, { API_TOKEN: 'other', DB_PASSWORD: 'ö' })).toEqual({
    data: { headers: { authorization: `Basic ${Buffer.from('ann:ö').toString('base64')}`, cookie: 'sid=other' } },
    secrets: ['ö', 'other'],
  })
})

test('all variables that the agent lacks are named', () => {
  const safe = take({ headers: { authorization: `Basic ${basic}`, cookie: env.API_TOKEN } })
  expect(() => fillSecretsIn(safe, { API_TOKEN: '' })).toThrow('the environment of this agent lacks API_TOKEN, DB_PASSWORD')
})

test('a text that is secret as a whole may be the value of any variable', () => {
  const safe = take({ headers: { 'x-acme': env.LOGIN, authorization: `Bearer ${env.LOGIN}` }, env: { LOGIN: env.LOGIN } }, [env.LOGIN])
  expect(serialize(safe).includes(env.LOGIN)).toBe(false)
  expect(fillSecretsIn(safe, { LOGIN: 'bob' }).data).toEqual({
    headers: { 'x-acme': 'bob', authorization: 'Bearer bob' },
    env: { LOGIN: 'bob' },
  })
})

const isSecret = 'is secret, and comes from no variable of the environment'

test.each<[what: string, data: unknown, path: string]>([
  ['a header', { headers: { authorization: 'Bearer written-down' } }, 'headers.authorization'],
  ['a header of any name but the harmless', { headers: { 'x-acme-key': 'written-down' } }, 'headers.x-acme-key'],
  ['a header of which a part is', { headers: { cookie: `a=${env.API_TOKEN}; b=written-down` } }, 'headers.cookie'],
  ['a header that ends with a variable of any name', { headers: { 'x-acme': `written-down${env.LOGIN}` } }, 'headers.x-acme'],
  ['the password of a URL', { url: 'http://ann:written-down@host/' }, 'url'],
  ['a parameter', { path: '/items?access_token=written-down' }, 'path'],
  ['a field of JSON', { body: `{"password":"written-down","token":"${env.API_TOKEN}"}` }, 'body'],
  [
    'a field of a form',
    { body: Buffer.from('--x\r\ncontent-disposition: form-data; name="password"\r\n\r\nwritten-down\r\n--x--') },
    'body',
  ],
  ['an option', { plugins: [{ options: { apiKey: 'written-down' } }] }, 'plugins.0.options.apiKey'],
  ['a list under a secret name', { tokens: ['written-down'] }, 'tokens.0'],
  ['a private key', { ca: '-----BEGIN PRIVATE KEY-----\nwritten-down\n-----END PRIVATE KEY-----' }, 'ca'],
  ['what beforeAll returned', { shared: { session: { token: 'written-down' } } }, 'shared.session.token'],
  ['a map', { shared: new Map([['token', 'written-down']]) }, 'shared.token'],
])('a secret in %s that comes from no variable is refused, and not shown', (_what, data, path) => {
  expect(() => take(data)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^(?!.*written-down).*is secret, and comes from no variable of the environment/) as string,
      issues: [expect.objectContaining({ path, message: isSecret })],
    }),
  )
})

test('a secret of the config that comes from no variable is refused in any text or key, and is not shown', () => {
  const data = { note: 'it is written-down', 'written-down': 1, body: Buffer.from('a written-down b'), [`a ${env.API_TOKEN}`]: 2 }
  const paths = ['note', '[redacted]', 'body', 'a [redacted]']
  expect(() => take(data, ['written-down'])).toThrow(
    expect.objectContaining({
      message: expect.not.stringMatching(/written-down|s3cret/) as string,
      issues: paths.map((path) => expect.objectContaining({ path, message: isSecret }) as unknown),
    }),
  )
})

test('other data is sent as it is, including numbers and values of variables that are not secret', () => {
  const data = {
    url: 'http://host:3000',
    headers: { accept: 'text/html', 'user-agent': 'true' },
    body: '{"max_tokens":100,"model":"/home/ann"}',
    run: 'abc',
    part: { worker: 0, workers: 2 },
    waits: Infinity,
    none: undefined,
    bytes: new Uint8Array([1, 2, 255]),
  }
  const safe = take(data)
  expect(safe.data).toEqual(data)
})

test('a short value is removed from secret texts only', () => {
  const short = { AUTH_MODE: 'rate', PASSWORD: 'hunter2' }
  const data = {
    kind: 'rate',
    path: '/hunter2',
    headers: { authorization: 'Bearer hunter2', cookie: 'mode=rate' },
    body: '{"mode":"x","password":"hunter2"}',
  }
  const safe = takeSecretsOut(data, { env: short, secrets: [], nameOf: String })
  const { kind, path, headers, body } = safe.data
  expect({ kind, path }).toEqual({ kind: 'rate', path: '/hunter2' })
  expect(JSON.stringify({ headers, body })).not.toMatch(/hunter2|mode=rate/)
  expect(fillSecretsIn(safe, short).data).toEqual(data)
})

test('no data is sent with the values of secret variables, and all values are filled in again', () => {
  const secret = fc.constantFrom(env.API_TOKEN, env.DB_PASSWORD)
  const text = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), secret)).map((parts) => parts.join(' '))
  const value = fc.letrec<{ data: unknown }>((tie) => ({
    data: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.array(tie('data')),
      fc.dictionary(fc.constantFrom('a', 'b', 'url', 'body'), tie('data')),
    ),
  })).data
  fc.assert(
    fc.property(value, (data) => {
      let safe: SafeData<unknown>
      try {
        safe = take(data)
      } catch {
        // A text that looks like a secret may be refused.
        return
      }
      const shown = JSON.stringify(safe)
      expect(shown).not.toContain(env.API_TOKEN)
      expect(shown).not.toContain(JSON.stringify(env.DB_PASSWORD).slice(1, -1))
      expect(fillSecretsIn(safe, env).data).toEqual(data)
    }),
  )
})
