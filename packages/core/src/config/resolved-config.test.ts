import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Config } from './config.ts'
import { resolveConfig } from './resolve-config.ts'
import { neededSockets } from './resolved-config.ts'

const journey = fileURLToPath(new URL('../../test/load/journeys/module-fixture.ts', import.meta.url))
const servers = [1, 2, 3, 4].map((port) => `http://127.0.0.1:${port}`)

test.each<[string, Partial<Config> & Pick<Config, 'scenarios'>, [total: number, toOneServer: number]]>([
  ['connections to one server', { scenarios: { a: { request: {}, workload: { connections: 10, duration: 1 } } } }, [10, 10]],
  [
    'connections to each of four',
    { target: { servers }, scenarios: { a: { request: {}, workload: { connections: 10, duration: 1 } } } },
    [40, 10],
  ],
  [
    'a Unix socket, which needs no ports',
    { unixSocket: '/tmp/a', scenarios: { a: { request: {}, workload: { connections: 10, duration: 1 } } } },
    [10, 0],
  ],
  [
    'users who stay with one server each',
    { target: { servers }, scenarios: { a: { journey, spread: 'user', workload: { users: 10, duration: 1 } } } },
    [10, 3],
  ],
  [
    'users, with a connection each to each of four',
    { target: { servers }, scenarios: { a: { journey, workload: { users: 10, duration: 1 } } } },
    [40, 10],
  ],
  [
    'a pool, whatever its users may do',
    { scenarios: { a: { journey, connections: { pool: 7 }, workload: { users: 500, duration: 1 } } } },
    [7, 7],
  ],
])('counts files in total and ports by server: %s', (_, config, [total, toOneServer]) => {
  const resolved = resolveConfig({ target: 'http://127.0.0.1:1', ...config })
  expect(neededSockets(resolved)).toEqual({ total, toOneServer })
})
