import type { PluginRequestsSummary } from '@benchpress/core'
import { expect, test } from 'vitest'
import { suiteResult, testResult } from '../../test/suite-fixture.ts'
import { openScenario, users } from '../../test/users-fixture.ts'
import { markdownReport } from './markdown-report.ts'
import { plainPalette } from './palette.ts'
import { sweptCells } from './sweep-section.ts'
import { textReport } from './text-report.ts'

const requests: PluginRequestsSummary = {
  plugin: 'redis',
  started: 5000,
  outcomes: { ok: 4380, error: 0, timeout: 12, refused: 588, reset: 0, closed_early: 0, protocol_error: 0, local_error: 0, aborted: 20 },
  warmup: null,
  failures: [{ outcome: 'refused', reason: 'ECONNREFUSED', count: 588, first: 12, last: 29 }],
}

function report(pluginRequests: readonly PluginRequestsSummary[], waiting = 0): { readonly text: string; readonly markdown: string } {
  const scenarios = [openScenario({ users: users({ pluginRequests, waiting, waitingForReplies: 2.5 }) })]
  const suite = suiteResult([testResult({ scenarios })])
  const options = { allPercentiles: false, statusCodes: false, presetRun: undefined }
  return { text: textReport(suite, options, plainPalette), markdown: markdownReport(suite, options) }
}

test('requests of plugins are among the totals, and those that failed are told with their reasons', () => {
  const { text, markdown } = report([requests])
  for (const told of [text, markdown]) {
    expect(told).toMatch(/Requests of redis\W+5,000\W+4,380\W+600\W+20\W/)
    expect(told).toContain('600 of 5,000 requests of redis failed (12 %): 12 timeout, 588 refused')
    expect(told).toMatch(/refused\W+ECONNREFUSED\W+588\W+12s\W+29s/)
    expect(told).toContain('2.5 users waited for replies of redis on average\n')
  }
})

test('what users waited for otherwise is told beside it', () => {
  const other = { ...requests, plugin: 'socketio', outcomes: { ...requests.outcomes, ok: 4980, timeout: 0, refused: 0 }, failures: [] }
  const { text } = report([requests, other], 0.5)
  expect(text).toContain('2.5 users waited for replies of redis and socketio on average, 0.5 for what the target sends by itself\n')
  expect(text).not.toContain('requests of socketio failed')
})

test('the share that failed is that of all requests, over HTTP and of plugins, where runs stand beside each other', () => {
  const redis = { ...requests, outcomes: { ...requests.outcomes, ok: 7812, timeout: 0, refused: 2100 } }
  const scenarios = [openScenario({ users: users({ pluginRequests: [redis] }) })]
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
