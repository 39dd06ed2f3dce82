import type { Outcome, OutcomeCounts, PluginRequestsSummary } from '@benchpress/core'
import { formatNumber, outcomes, sumOutcomes } from '@benchpress/core/report'
import { expect, test } from 'vitest'
import { markdownReport, textReport } from '../../test/render.ts'
import { scenario as httpScenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { openScenario, times, users } from '../../test/users-fixture.ts'
import { plainPalette } from '../render/palette.ts'
import { drawCell, formatFigure } from '../format/cell.ts'
import { scenarioRuns } from './runs.ts'
import { runsTable } from './runs-tables.ts'
import { sweptCells } from './sweeps.ts'

function pluginRequests(
  plugin: string,
  ended: Partial<OutcomeCounts>,
  errors: PluginRequestsSummary['errors'] = [],
): PluginRequestsSummary {
  const { name: _name, workload: _workload, request: _request, users: _users, ...likeHttp } = httpScenario()
  const none = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  const counts = { ...none, ...ended }
  const started = sumOutcomes(counts)
  return { ...likeHttp, plugin, statuses: {}, counts: { scheduled: started, started, dropped: 0, outcomes: counts }, errors }
}

const redis = pluginRequests('redis', { ok: 4380, timeout: 12, refused: 588, aborted: 20 }, [
  { outcome: 'refused', reason: 'ECONNREFUSED', endpoint: 'GET', count: 588, first: 12, last: 29 },
])

function report(of: readonly PluginRequestsSummary[], waiting = 0): { readonly text: string; readonly markdown: string } {
  const scenarios = [openScenario({ users: users({ pluginRequests: of, waiting, waitingForReplies: 2.5 }) })]
  const suite = suiteResult([testResult({ scenarios })])
  const options = { allPercentiles: false, statusCodes: false }
  return { text: textReport(suite, options, plainPalette), markdown: markdownReport(suite, options) }
}

test('requests of plugins are among the totals, and failed ones are listed with their reasons', () => {
  const { text, markdown } = report([redis])
  for (const told of [text, markdown]) {
    expect(told).toMatch(/Requests of redis\W+5,000\W+4,380\W+600\W+20\W/)
    expect(told).toContain('600 of 5,000 requests of redis failed (12 %): 12 timeout, 588 refused')
    expect(told).toMatch(/refused\W+ECONNREFUSED\W+588\W+12 s\W+29 s/)
    expect(told).toContain('2.5 users waited for replies of redis on average\n')
  }
})

test('users who waited for messages of the target are counted beside users who waited for replies', () => {
  const { text } = report([redis, pluginRequests('socketio', { ok: 4980, aborted: 20 })], 0.5)
  expect(text).toContain('2.5 users waited for replies of redis and socketio on average, 0.5 for what the target sends by itself\n')
  expect(text).not.toContain('requests of socketio failed')
})

test('the table of runs has the failed share of all requests, over HTTP and of plugins', () => {
  const failing = pluginRequests('redis', { ok: 7812, refused: 2100, aborted: 20 })
  const scenarios = [openScenario({ users: users({ pluginRequests: [failing] }) })]
  const repeats = suiteResult([1, 2].map((repeat) => testResult({ scenarios, repeat })))
  // 22 of 4,812 over HTTP, and 2,100 of 9,912 of Redis.
  for (const scenario of scenarios) expect(sweptCells(scenario).map(drawCell).at(-1)).toBe('14.4 %')
  expect(textReport(repeats, { allPercentiles: false, statusCodes: false }, plainPalette)).toMatch(/^│ 1 .* 14\.4 % +│ valid +│$/m)
})

test('a report without requests of plugins does not mention any', () => {
  const { text, markdown } = report([])
  expect(text + markdown).not.toMatch(/Requests of|replies/)
})

test('times and endpoints of plugins are reported like those of HTTP, which is left out where it was not used', () => {
  const [get, set] = ['GET', 'SET'].map((name) => ({
    name,
    counts: redis.counts,
    statuses: {},
    requestsPerSecond: 83,
    dataReceived: 0,
    responseTime: times(3),
    serviceTime: times(3),
    httpWaiting: times(0),
    byClass: {},
  }))
  if (get === undefined || set === undefined) throw new Error('no endpoints')
  const timed = { ...redis, responseTime: times(12), serviceTime: times(11), endpoints: [get, set], dataSent: 0, dataReceived: 0 }
  const none = { ...openScenario().counts, scheduled: 0, started: 0 }
  const scenarios = [openScenario({ counts: none, users: users({ pluginRequests: [timed] }) })]
  const told = textReport(suiteResult([testResult({ scenarios })]), { allPercentiles: false, statusCodes: false }, plainPalette)
  expect(told).toMatch(/Response time of redis\W+12/)
  expect(told).toMatch(/Service time of redis\W+11/)
  expect(told).toMatch(/Endpoint of redis/)
  expect(told).toMatch(/GET\W+5,000\W+83/)
  expect(told).not.toMatch(/│ Requests {2,}/)
  expect(told).not.toMatch(/on \d+ connections?\n.*on \d+ connection/)
})

test.each([
  [[0, 0, 0], undefined],
  [[0, 0, 3], 'Requests of redis: on 3 connections'],
  [[2000, 5000, 1], 'Requests of redis: 2 kB sent, 5 kB received, on 1 connection'],
  [[2000, 0, 0], 'Requests of redis: 2 kB sent, 0 B received'],
] as const)('the bytes and connections %o are shown as far as their plugin reports them', ([dataSent, dataReceived, opened], line) => {
  const carried = { ...redis, dataSent, dataReceived, connections: { ...redis.connections, opened } }
  const none = { ...openScenario().counts, scheduled: 0, started: 0 }
  const scenarios = [openScenario({ counts: none, users: users({ pluginRequests: [carried] }) })]
  const suite = suiteResult([testResult({ scenarios })])
  const told = textReport(suite, { allPercentiles: false, statusCodes: false }, plainPalette)
  expect(told.split('\n').filter((each) => / connections?$| sent, /.test(each))).toEqual(line === undefined ? [] : [line])
})

test('a scenario that sends nothing over HTTP has the figures of its plugin in the table of runs', () => {
  const idle = httpScenario().counts
  const counts = { ...idle, scheduled: 0, started: 0, outcomes: { ...idle.outcomes, ok: 0 } }
  const scenarios = [openScenario({ counts, users: users({ pluginRequests: [redis] }) })]
  const suite = suiteResult([1, 2].map((repeat) => testResult({ repeat, scenarios })))
  const [table] = scenarioRuns(suite).map(({ runs }) => runsTable(runs))
  const cellOf = (label: string): string => drawCell(table?.rows[0]?.[table.head.indexOf(label)] ?? '')
  expect(cellOf('Requests')).toBe('5,000')
  expect(cellOf('Req/Sec')).toBe(formatNumber(redis.throughput.requestsPerSecond))
  expect(cellOf('50%')).toBe(formatFigure(redis.responseTime, 'p50'))
})
