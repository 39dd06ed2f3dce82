import { fileURLToPath } from 'node:url'
import type { SuiteConfig, SuiteResult, TestResult } from '@benchpress/core'
import { countFlag, definePreset, moduleBeside, onTarget, type Preset, type PresetTarget } from '@benchpress/core/preset'
import { documentedSection } from '@benchpress/report'
import { formatNumber } from '@benchpress/report/format'

// What was published: requests per second, and response times in milliseconds.
const documented = {
  reads: { requestsPerSecond: 12_400, p50: 3.9, p99: 9.8 },
  orders: { requestsPerSecond: 5100, p50: 9.4, p99: 22.1 },
}

interface ShopFlags {
  readonly pageSize: number | undefined
}

const shop: Preset<ShopFlags> = definePreset<ShopFlags>({
  name: 'shop',
  title: 'A shop: lists of items and orders, 50 connections for 30 s each',
  source: 'https://example.com/how-fast-is-our-shop',
  documented: { tool: 'wrk', machine: 'a laptop with 8 cores', runs: [documented] },
  parts: { reads: 'lists of items', orders: 'orders of one item' },
  flags: {
    pageSize: countFlag('--page-size <count>', 'items of a list', { default: 'the documented 20' }),
  },
  url: 'http://localhost:3000',
  suite: (target, _path, part) => shopSuite(target, part),
  adapt: (target, { settings, own, part, apply, describeChanges }) => {
    const suite = apply(shopSuite(target, part, own.pageSize), { ...settings, url: undefined })
    return { suite, changes: describeChanges(shopSuite(target, part), suite) }
  },
  knownRoutes: () => [{ path: '/items', contains: '"price"', of: 'a shop' }],
  standIn: {
    description: 'a shop of a few lines, which responds as the published one but keeps no orders',
    load: async () => ({
      command: [process.execPath, fileURLToPath(moduleBeside(import.meta.url, './shop-server'))],
      ready: { log: 'listening on (?<url>\\S+)' },
    }),
  },
  sections: (suite, presetRun) => [
    ...(['reads', 'orders'] as const).flatMap((part) => {
      const ofPart = { ...suite, tests: suite.tests.filter((test) => isOf(part, test)) }
      if (ofPart.tests.length === 0) return []
      const section = documentedSection(ofPart, presetRun, [documented[part]], ['requestsPerSecond', 'p50', 'p99'])
      return [{ ...section, title: `${part}: documented and measured` }]
    }),
    { title: 'What an order costs', parts: [costLines(suite)] },
  ],
})

export default shop

function shopSuite(target: PresetTarget, part: string | undefined, pageSize = 20): SuiteConfig {
  const workload = { connections: 50, duration: '30s' }
  const order = { method: 'POST', path: '/items/1/orders', json: { amount: 2 }, expect: { status: 201 } }
  const tests: SuiteConfig['tests'] = [
    { name: 'reads', scenarios: { reads: { request: { path: `/items?size=${pageSize}` }, workload } } },
    { name: 'orders', scenarios: { orders: { request: order, workload } } },
  ]
  return onTarget({ name: 'shop', tests: tests.filter(({ name }) => name === (part ?? name)) }, target)
}

// By its scenario: a reader may give the test another name, with --title.
function isOf(part: string, { scenarios }: TestResult): boolean {
  return scenarios.some(({ name }) => name === part)
}

// What is of this benchmark alone: how many lists could have been read in the time of an order.
function costLines({ tests }: SuiteResult): readonly string[] {
  const rateOf = (part: string): number => tests.find((test) => isOf(part, test))?.scenarios[0]?.throughput.requestsPerSecond ?? 0
  const [reads, orders] = [rateOf('reads'), rateOf('orders')]
  const published = documented.reads.requestsPerSecond / documented.orders.requestsPerSecond
  return [
    `documented: ${formatNumber(published)} lists`,
    reads === 0 || orders === 0 ? 'measured:   nothing, without both parts' : `measured:   ${formatNumber(reads / orders)} lists`,
  ]
}
