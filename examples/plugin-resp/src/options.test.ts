import { describe, expect, test } from 'vitest'
import plugin from './plugin.ts'

const defaults = { server: null, username: null, password: null, database: 0, connections: 'per-user', timeout: 5000, tls: null }

async function parse(options: unknown): Promise<unknown> {
  const result = await plugin.options['~standard'].validate(options)
  return result.issues === undefined
    ? result.value
    : result.issues.map(({ path = [], message }) => `${path.map(String).join('.')}: ${message}`)
}

describe('options', () => {
  test.each([
    [undefined, {}],
    [{ url: 'redis://localhost' }, { server: { host: 'localhost', port: 6379 } }],
    [
      { url: 'rediss://ann:p%40ss@[::1]:7000/3' },
      { server: { host: '::1', port: 7000 }, username: 'ann', password: 'p@ss', database: 3, tls: {} },
    ],
    [
      { unix: '/run/redis.sock', password: { secret: 'PASSWORD' } },
      { server: { unix: '/run/redis.sock' }, password: { secret: 'PASSWORD' } },
    ],
    [{ url: 'redis://localhost', username: 'ann', password: 'x', database: 1 }, { server: { host: 'localhost', port: 6379 }, username: 'ann', password: 'x', database: 1 }], // prettier-ignore
    [
      { connections: 10, timeout: '250ms', tls: true },
      { connections: 10, timeout: 250, tls: {} },
    ],
    [{ tls: { ca: 'x', servername: 'redis.example' } }, { tls: { ca: 'x', servername: 'redis.example' } }],
  ])('%j are completed', async (options, resolved) => {
    expect(await parse(options)).toEqual({ ...defaults, ...resolved })
  })

  test.each([
    [{ timout: 5 }, [': unknown option "timout"; did you mean "timeout"?']],
    [{ timeout: 'soon' }, ['timeout: must be a time such as "500ms" or "2s", or a number of seconds (was "soon")']],
    [
      { connections: 0, database: -1 },
      ['database: must be a whole number from 0', 'connections: must be a whole number from 1, or "per-user"'],
    ],
    [{ url: 'http://localhost' }, ['url: must begin with redis: or rediss:, and not with http:']],
    [{ url: 'redis:' }, ['url: names no host; for a Unix socket give its path as unix']],
    [{ url: 'redis://localhost/cache' }, ['url: has no number of a database, but the path /cache']],
    [{ url: '//:secret@x y' }, ['url: is not a valid URL; give one such as redis://localhost:6379']],
    [{ url: 'redis://localhost', unix: '/a' }, ['unix: is given beside url; leave out one of them']],
    [{ url: 'rediss://:a@localhost/1', password: 'b', database: 2, tls: false }, ['password: is in the url, too; leave out one of them', 'database: is in the url, too; leave out one of them', 'tls: is false, and the url asks for it by rediss:']], // prettier-ignore
    [{ tls: 'yes' }, ['tls: must be true, false, or an object such as { ca }']],
    [{ tls: { verify: false } }, ['tls: unknown option "verify"; known are insecure, ca, cert, key, passphrase, servername']],
  ])('%j are refused', async (options, problems) => {
    expect(await parse(options)).toEqual(problems)
  })
})
