import type { ScenarioSummary, SeriesSummary, TestResult } from '@benchpress/core'
import { expect, test } from 'vitest'
import { markdownReport, textReport } from '../../test/render.ts'
import { scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { endpoint, openScenario } from '../../test/users-fixture.ts'
import { plainPalette } from '../render/palette.ts'
import { serversLines } from './workload.ts'
import { serversTable } from './breakdown-tables.ts'
import { drawCell } from '../format/cell.ts'

const options = { statusCodes: false, allPercentiles: false }
const [a, b, c] = ['http://localhost:8080', 'http://localhost:8081', 'http://localhost:8082'] as const

function row(name: string, ok: number, refused: number): SeriesSummary {
  const series = endpoint({ name })
  const outcomes = { ...series.counts.outcomes, ok, http_error: 0, check_failed: 0, refused, aborted: 1 }
  const started = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  return { ...series, counts: { scheduled: started, started, dropped: 0, outcomes } }
}

function clusterScenario(): ScenarioSummary {
  const servers = [row(a, 500, 0), row(c, 400, 100)]
  return scenario({ counts: { ...scenario().counts, started: 1002 }, servers })
}

function clusterTest(): TestResult {
  const status = { address: '127.0.0.1:8080', available: true, cause: null }
  const down = { url: b, address: null, available: false, cause: 'GET /health had status 503' }
  const servers = [{ url: a, ...status }, down, { url: c, ...status }]
  return testResult({ target: { ...testResult().target, url: a, servers }, scenarios: [clusterScenario()] })
}

test('each server has a row with its requests, their share, their outcomes and their times', () => {
  const table = serversTable(clusterScenario())
  expect(table?.head.slice(0, 6)).toEqual(['Server', 'Requests', 'Share', 'ok', 'Failed', 'Aborted'])
  expect(table?.rows.map((cells) => cells.slice(0, 6).map(drawCell))).toEqual([
    [a, '501', '50 %', '500', '0', '1'],
    [c, '501', '50 %', '400', '100', '1'],
  ])
  expect(serversTable(scenario())).toBeUndefined()
})

test('the heading of a run names the servers that took part, and why the others did not', () => {
  expect(serversLines(clusterTest())).toEqual([
    `Servers: 2 of 3, connections dealt out: ${a}, ${c}`,
    `  ${b} takes no part: GET /health had status 503`,
  ])
  expect(serversLines(testResult())).toEqual([])
})

test('servers take turns for users, and how they share several loads is left to each of these', () => {
  const ofCluster = clusterTest()
  const rates = openScenario()
  expect(serversLines(ofCluster, [rates])[0]).toBe(`Servers: 2 of 3, in turn: ${a}, ${c}`)
  expect(serversLines({ ...ofCluster, scenarios: [rates, clusterScenario()] })[0]).toBe(`Servers: 2 of 3: ${a}, ${c}`)
})

test('a server that took part alone is named without turns', () => {
  const { target } = clusterTest()
  const servers = (target.servers ?? []).slice(0, 2)
  expect(serversLines(testResult({ target: { ...target, servers } }))[0]).toBe(`Servers: 1 of 2: ${a}`)
})

test('the heading of a run has how many addresses of a name were used', () => {
  const address = { address: '10.0.0.1:80', connections: 3, answered: 3, cause: null }
  const addresses = [address, { ...address, connections: 0, cause: 'ECONNREFUSED' }]
  expect(serversLines(testResult({ target: { ...testResult().target, addresses } }))).toEqual([
    'Addresses: HTTP connections took 1 of 2 in turn',
  ])
})

test('text and Markdown both have the servers', () => {
  const suite = suiteResult([clusterTest()])
  const text = textReport(suite, options, plainPalette)
  expect(text).toContain(`Servers: 2 of 3, connections dealt out: ${a}, ${c}`)
  expect(text).toMatch(/│ Server +│ Requests │ Share │/)
  const markdown = markdownReport(suite, options)
  expect(markdown).toMatch(/\| Server +\| +Requests/)
  expect(markdown).toContain('takes no part')
})
