import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactConfig } from './redact-config.ts'

describe('redactConfig', () => {
  test('redactConfig keeps a config without secrets unchanged', () => {
    const config = {
      name: 'reads',
      target: {
        command: ['node', 'server.js', '--port', '3000'],
        ready: 'http://localhost:3000/health?full=1',
        env: { NODE_ENV: 'production' },
      },
      scenarios: {
        reads: {
          request: { path: '/api?page=1', headers: { accept: '*/*' }, body: '{"a":  1}' },
          workload: { connections: 5, duration: '1s' },
        },
      },
      tls: { insecure: true, ca: '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----' },
    }
    expect(redactConfig(config)).toEqual(config)
  })

  test('redactConfig replaces the values of headers, keys and variables whose names suggest a secret', () => {
    const secrets = {
      headers: { Authorization: 'x', 'proxy-authorization': 'x', Cookie: 'x', 'set-cookie': ['x'], 'X-API-Key': 'x', 'x-auth-token': 'x' },
      env: { GITHUB_TOKEN: 'x', DB_PASSWORD: 'x', AWS_SECRET_ACCESS_KEY: 'x', API_KEY: 'x' },
      tls: { key: 'x', passphrase: 'x' },
      json: { user: { password: 'x', pin: { credentials: [1, 2] } }, clientSecret: 12345 },
      form: { password: { type: 'text', value: 'x' } },
    }
    const text = JSON.stringify(redactConfig(secrets))
    expect(text).not.toMatch(/"x"|12345|1,2/)
    expect(redactConfig(secrets)).toMatchObject({ headers: { Authorization: '[redacted]' }, tls: { key: '[redacted]' } })
  })

  test('redactConfig keeps things that the user named after a secret, and flags that are not secret', () => {
    const config = {
      scenarios: { 'token refresh': { request: { path: '/token' } } },
      thresholds: { 'http_failed{endpoint:GET /tokens}': ['rate < 1%'] },
      useToken: true,
    }
    expect(redactConfig(config)).toEqual(config)
  })

  test('redactConfig keeps the names of journeys and metrics that sound like secrets', () => {
    const config = {
      scenarios: { login: { journeys: { 'token-refresh': { journey: './token.ts', weight: 1 } } } },
      metrics: { token_time: { type: 'trend', unit: 'ms' } },
    }
    expect(redactConfig(config)).toEqual(config)
  })

  test('redactConfig keeps the names under secrets, and shows their values nowhere', () => {
    const config = {
      secrets: { PIN: 's3/cret', UNSET: undefined },
      target: 'http://localhost/s3/cret',
      scenarios: { 's3/cret': { journey: { module: './x.ts', options: ['a s3/cret b'] } }, reads: { request: { path: '/x?y=s3%2Fcret' } } },
    }
    expect(redactConfig(config)).toEqual({
      secrets: { PIN: '[redacted]', UNSET: '[redacted]' },
      target: 'http://localhost/[redacted]',
      scenarios: {
        '[redacted]': { journey: { module: './x.ts', options: ['a [redacted] b'] } },
        reads: { request: { path: '/x?y=[redacted]' } },
      },
    })
    expect(JSON.stringify(redactConfig([{ target: 'x' }, config, { name: 's3/cret' }]))).not.toContain('s3/cret')
    expect(redactConfig({ secrets: 'abc' })).toEqual({ secrets: '[redacted]' })
  })

  test('redactConfig shows a journey that is a function', () => {
    const journey = (): void => undefined
    expect(redactConfig({ journeys: { buy: { journey } }, list: [journey] })).toEqual({
      journeys: { buy: { journey: '[function]' } },
      list: ['[function]'],
    })
  })

  test.each([
    [
      ['serve', '--token', 'abc', '--port', '80'],
      ['serve', '--token', '[redacted]', '--port', '80'],
    ],
    [
      ['--token', '--verbose'],
      ['--token', '--verbose'],
    ],
    [
      ['--api-key=a"b c', 'TOKEN=abc', 'node'],
      ['--api-key=[redacted]', 'TOKEN=[redacted]', 'node'],
    ],
    [
      ['-H', `Authorization: Bearer a'b"c`, '-H', 'accept: */*'],
      ['-H', 'Authorization: [redacted]', '-H', 'accept: */*'],
    ],
    [
      [
        ['Cookie', 'a=b'],
        ['accept', 'c'],
      ],
      [
        ['Cookie', '[redacted]'],
        ['accept', 'c'],
      ],
    ],
    [
      ['curl', '-u', 'ann:SECRET', '--user=ann:SECRET', '-H', 'x-acme: SECRET', '--auth=SECRET', '-u', 'ann'],
      ['curl', '-u', '[redacted]', '--user=[redacted]', '-H', 'x-acme: [redacted]', '--auth=[redacted]', '-u', 'ann'],
    ],
    [['Bearer SECRET'], ['Bearer [redacted]']],
    [[{ name: 'Authorization', value: 'abc' }], [{ name: 'Authorization', value: '[redacted]' }]],
  ])('redactConfig redacts the list %j', (list, expected) => {
    expect(redactConfig({ list })).toEqual({ list: expected })
  })

  test('redactConfig shows the values of harmless headers, and of no others', () => {
    const shown = { Accept: 'text/html', 'user-agent': 'x/1', 'Content-Type': 'a/b', 'if-none-match': '"1"', 'x-forwarded-for': '::1' }
    const hidden = { 'x-acme': 'SECRET', 'X-Auth': 'SECRET', auth: 'SECRET', 'x-auth-key': 'SECRET', 'x-forwarded-access-token': 'SECRET' }
    const redactedOnes = Object.fromEntries(Object.keys(hidden).map((name) => [name, '[redacted]']))
    expect(redactConfig({ headers: { ...shown, ...hidden } })).toEqual({ headers: { ...shown, ...redactedOnes } })
    expect(redactConfig({ headers: { referer: 'http://host/?token=SECRET', name: 'SECRET', value: 'SECRET', x: 'SECRET' } })).toEqual({
      headers: { referer: 'http://host/?token=[redacted]', name: '[redacted]', value: '[redacted]', x: '[redacted]' },
    })
  })

  test.each([
    [
      [
        ['x-acme', 'SECRET'],
        ['accept', 'b'],
      ],
      [
        ['x-acme', '[redacted]'],
        ['accept', 'b'],
      ],
    ],
    [
      ['x-acme: SECRET', 'accept: b'],
      ['x-acme: [redacted]', 'accept: b'],
    ],
    [[{ name: 'x-acme', value: 'SECRET' }], [{ name: 'x-acme', value: '[redacted]' }]],
    [[{ name: 'accept', value: 'b' }], [{ name: 'accept', value: 'b' }]],
  ])('redactConfig redacts the headers %j', (headers, expected) => {
    expect(redactConfig({ headers })).toEqual({ headers: expected })
  })

  test('redactConfig takes a scenario called headers for a scenario', () => {
    const config = { scenarios: { headers: { request: { path: '/a' } } } }
    expect(redactConfig(config)).toEqual(config)
  })

  test('redactConfig redacts keys in a JSON body, and keeps any other body', () => {
    expect(redactConfig({ body: '{"user":"ann","password":"hunter2"}' })).toEqual({ body: '{"user":"ann","password":"[redacted]"}' })
    expect(redactConfig({ body: 'plain text about nothing' })).toEqual({ body: 'plain text about nothing' })
  })

  test('redactConfig makes plain data of functions, bytes, collections and circular references', () => {
    const config: Record<string, unknown> = {
      start: () => undefined,
      body: new Uint8Array(12),
      map: new Map([['token', 'x']]),
      set: new Set([1n]),
      url: new URL('http://ann:pw@host/'),
      date: new Date(0),
      pattern: /a/,
      missing: undefined,
      infinite: Infinity,
    }
    config['self'] = config
    expect(redactConfig(config)).toEqual({
      start: '[function]',
      body: '[12 bytes]',
      map: { token: '[redacted]' },
      set: ['1'],
      url: 'http://host/',
      date: '1970-01-01T00:00:00.000Z',
      pattern: '/a/',
      infinite: 'Infinity',
      self: '[circular]',
    })
  })

  test('redactConfig returns data that survives JSON, for anything', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const copy = redactConfig({ value })
        expect(JSON.parse(JSON.stringify(copy))).toEqual(JSON.parse(JSON.stringify(copy)))
        expect(() => structuredClone(copy)).not.toThrow()
      }),
    )
  })

  test('redactConfig lets no secret through, wherever it is', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9+/=_.!%-]{12,40}$/).filter((text) => !text.startsWith('--'))
    fc.assert(
      fc.property(secret, (value) => {
        const places = {
          url: `https://ann:${encodeURIComponent(value)}@host/path`,
          path: `/list?page=1&access_token=${encodeURIComponent(value)}&size=2`,
          headers: { authorization: `Bearer ${value}` },
          command: `serve --password ${encodeURIComponent(value)} --secret="${value}"`,
          words: ['--client-secret', `+${value}`, `TOKEN=${value}`],
          note: `Authorization: Bearer ${value}`,
        }
        const text = JSON.stringify(redactConfig(places))
        expect(text).not.toContain(value)
        expect(text).not.toContain(encodeURIComponent(value))
      }),
    )
  })
})
