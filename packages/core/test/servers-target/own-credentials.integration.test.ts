import { afterEach, expect, test } from 'vitest'
import type { Config } from '../../src/config/config.ts'
import { run } from '../../src/run/api.ts'
import { journey } from '../../src/load/user/journey.ts'
import { Cluster } from './counting-servers.ts'

let cluster: Cluster | undefined

afterEach(() => cluster?.close())

type Scenarios = (cluster: Cluster) => NonNullable<Config['scenarios']>

const reads = journey(async ({ http }) => void (await http.get('/items')))

test.each<[string, Scenarios]>([
  ['requests', () => ({ reads: { request: { path: '/items' }, workload: { connections: 2, requests: 20 } } })],
  ['journeys', () => ({ reads: { journey: reads, workload: { users: 1, iterations: { each: 20 } } } })],
  ['users that stay with one', () => ({ reads: { journey: reads, spread: 'user', workload: { users: 2, iterations: { each: 10 } } } })],
  [
    'whole URLs',
    ({ urls }) => ({
      reads: {
        journey: journey(async ({ http }) => {
          for (const url of urls) await http.get(`${url}/items`)
        }),
        workload: { users: 1, iterations: { each: 10 } },
      },
    }),
  ],
])('each of several servers gets the user and password of its own URL, and no other: %s', async (_kind, scenarios) => {
  cluster = await Cluster.start(2)
  const secrets = ['ada:pw-one', 'bob:pw-two']
  const servers = cluster.urls.map((url, index) => url.replace('//', `//${secrets[index]}@`))
  const result = await run({ target: { servers, health: '/health' }, workers: 0, scenarios: scenarios(cluster) })
  expect(result.scenario('reads').counts.outcomes.ok).toBe(20)
  expect(cluster.served.reduce((sum, count) => sum + count, 0)).toBe(20)
  expect(cluster.servers.map(({ authorizations }) => [...authorizations])).toEqual(secrets.map((secret) => [`Basic ${btoa(secret)}`]))
  expect(JSON.stringify(result)).not.toMatch(/pw-(?:one|two)/)
})
