import { fileURLToPath } from 'node:url'
import type { SuiteConfig, SuiteResult } from '@benchpress/core'
import { definePreset, moduleBeside, rateColumn, timeColumns, type Preset } from '@benchpress/core/preset'
import { formatNumber } from '@benchpress/report/format'

const shop: Preset = definePreset({
  name: 'shop',
  title: 'A shop: lists of items and orders, 50 connections for 30 s each',
  source: { url: 'https://example.com/how-fast-is-our-shop', tool: 'wrk', machine: 'a laptop with 8 cores' },
  parts: { reads: 'lists of items', orders: 'orders of one item' },
  parameters: { pageSize: { kind: 'count', says: 'items of a list', default: 20 } },
  url: 'http://localhost:3000',
  suite: ({ own, part }) => shopSuite(own.pageSize, part),
  knownRoutes: () => [{ path: '/items', contains: '"price"', of: 'a shop' }],
  standIn: {
    description: 'a shop of a few lines, which responds as the published one but keeps no orders',
    load: async () => ({
      command: [process.execPath, fileURLToPath(moduleBeside(import.meta.url, './shop-server'))],
      ready: { log: 'listening on (?<url>\\S+)' },
    }),
  },
  documented: [
    {
      title: 'Documented and measured',
      columns: [rateColumn('Requests/s'), ...timeColumns({ '50%': 'p50', '99%': 'p99' })],
      rows: [
        { name: 'reads', where: { scenario: 'reads' }, documented: { 'Requests/s': 12_400, '50%': 3.9, '99%': 9.8 } },
        { name: 'orders', where: { scenario: 'orders' }, documented: { 'Requests/s': 5100, '50%': 9.4, '99%': 22.1 } },
      ],
    },
  ],
  claims: [
    {
      says: 'an order costs as much as 2.43 lists',
      rule: (suite) => {
        const [reads, orders] = [rateOf('reads', suite), rateOf('orders', suite)]
        if (reads === 0 || orders === 0) return { holds: 'unknown', because: 'it takes both parts' }
        return { holds: reads / orders <= 12_400 / 5100 ? 'yes' : 'no', because: `measured ${formatNumber(reads / orders)} lists` }
      },
    },
  ],
})

export default shop

function shopSuite(pageSize: number, part: string | undefined): SuiteConfig {
  const workload = { connections: 50, duration: '30s' }
  const order = { method: 'POST', path: '/items/1/orders', json: { amount: 2 }, expect: { status: 201 } }
  const tests: SuiteConfig['tests'] = [
    { name: 'reads', scenarios: { reads: { request: { path: `/items?size=${pageSize}` }, workload } } },
    { name: 'orders', scenarios: { orders: { request: order, workload } } },
  ]
  return { name: 'shop', tests: tests.filter(({ name }) => name === (part ?? name)) }
}

// By its scenario: a reader may give the test another name, with --title.
function rateOf(part: string, { tests }: SuiteResult): number {
  const scenario = tests.flatMap(({ scenarios }) => scenarios).find(({ name }) => name === part)
  return scenario?.throughput.requestsPerSecond ?? 0
}
