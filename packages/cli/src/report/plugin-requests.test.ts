import { outcomes, sumOutcomes, type Outcome, type OutcomeCounts, type PluginRequestsSummary } from '@benchpress/core'
import { expect, test } from 'vitest'
import { scenario as httpScenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { openScenario, users } from '../../test/users-fixture.ts'
import { markdownReport } from './markdown-report.ts'
import { plainPalette } from './palette.ts'
import { sweptCells } from './sweep-section.ts'
import { textReport } from './text-report.ts'

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
  const options = { allPercentiles: false, statusCodes: false, presetRun: undefined }
  return { text: textReport(suite, options, plainPalette), markdown: markdownReport(suite, options) }
}

test('requests of plugins are among the totals, and those that failed are told with their reasons', () => {
  const { text, markdown } = report([redis])
  for (const told of [text, markdown]) {
    expect(told).toMatch(/Requests of redis\W+5,000\W+4,380\W+600\W+20\W/)
    expect(told).toContain('600 of 5,000 requests of redis failed (12 %): 12 timeout, 588 refused')
    expect(told).toMatch(/refused\W+ECONNREFUSED\W+588\W+12s\W+29s/)
    expect(told).toContain('2.5 users waited for replies of redis on average\n')
  }
})

test('what users waited for otherwise is told beside it', () => {
  const { text } = report([redis, pluginRequests('socketio', { ok: 4980, aborted: 20 })], 0.5)
  expect(text).toContain('2.5 users waited for replies of redis and socketio on average, 0.5 for what the target sends by itself\n')
  expect(text).not.toContain('requests of socketio failed')
})

test('the share that failed is that of all requests, over HTTP and of plugins, where runs stand beside each other', () => {
  const failing = pluginRequests('redis', { ok: 7812, refused: 2100, aborted: 20 })
  const scenarios = [openScenario({ users: users({ pluginRequests: [failing] }) })]
  const repeats = suiteResult([1, 2].map((repeat) => testResult({ scenarios, repeat })))
  // 22 of 4,812 over HTTP, and 2,100 of 9,912 of Redis.
  for (const scenario of scenarios) expect(sweptCells(scenario).at(-1)).toBe('14.4 %')
  expect(textReport(repeats, { allPercentiles: false, statusCodes: false, presetRun: undefined }, plainPalette)).toMatch(
    /^│ 1 .* 14\.4 % +│ valid +│$/m,
  )
})

test('where there are none nothing is said of them', () => {
  const { text, markdown } = report([])
  expect(text + markdown).not.toMatch(/Requests of|replies/)
})
