import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareResults, compareTargets, runSuite, type FigureComparison, type ScenarioConfig, type SuiteResult } from '../../src/index.ts'
import { tryOften } from './trials.ts'

// The handlers wait 5 ms and 8 ms.
const handlers = { base: 5, head: 8 }
const scenarios: Readonly<Record<string, ScenarioConfig>> = {
  reads: { request: {}, workload: { connections: 10, duration: '4s', warmup: '1s' } },
}
const servers: Record<string, { readonly url: string; close(): Promise<void> }> = {}

beforeAll(async () => {
  for (const [name, milliseconds] of Object.entries(handlers)) {
    const server = createServer((_request, response) => setTimeout(() => response.end('items'), milliseconds))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    servers[name] = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: () => new Promise<void>((closed) => server.close(() => closed())),
    }
  }
})

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close()
})

function isP50({ metric, aggregate }: FigureComparison): boolean {
  return `${metric} ${aggregate}` === 'http_response_time p50'
}

async function measure(name: keyof typeof handlers): Promise<SuiteResult> {
  return await runSuite({ name: 'shop', repeats: 5, tests: [{ target: servers[name]?.url ?? '', scenarios }] })
}

// The runs of a side come one after the other, as of somebody who saves results before a change and after it.
test('five runs a side of a handler that takes 3 ms longer have a worse p50, and no figure that is called better', async () => {
  const compared = await tryOften(5, async (trial) => {
    // Runs that cannot be believed are refused: they show nothing.
    const { figures } = compareResults([await measure('base')], [await measure('head')])
    const answers = figures.map(({ metric, aggregate, answer, ratio }) => `${metric} ${aggregate} ${answer} ${ratio?.toFixed(2)}`)
    console.log(`${trial}: ${answers.join(', ')}`)
    return figures
  })
  expect(compared.map((figures) => figures.filter(isP50).map(({ answer }) => answer))).toEqual(compared.map(() => ['worse']))
  expect(compared.flat().filter(({ answer }) => answer === 'better')).toEqual([])
})

test('rounds until a precision find it', async () => {
  const { comparison, rounds } = await compareTargets(
    { name: 'shop', tests: [{ target: servers['base']?.url ?? '', scenarios }] },
    { A: { url: servers['base']?.url ?? '' }, B: { url: servers['head']?.url ?? '' } },
    { precision: 0.03, failOn: ['p99 > +5%'] },
  )
  const answers = comparison.figures.map(
    ({ metric, aggregate, answer, interval }) =>
      `${metric} ${aggregate} ${answer} ${interval?.map((each) => each.toFixed(3)).join(' to ')}`,
  )
  console.log(`${rounds} rounds: ${answers.join(', ')}`)
  expect(comparison.regressions.map(({ outcome }) => outcome)).toEqual(['regressed'])
  expect(comparison.figures.filter(isP50).map(({ answer }) => answer)).toEqual(['worse'])
})
