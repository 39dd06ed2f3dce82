import type { ScenarioSummary } from '@benchpress/core'
import { expect, test } from 'vitest'
import { markdownReport, textReport } from '../test/render.ts'
import { scenario, suiteResult, testResult } from '../test/suite-fixture.ts'
import { openScenario } from '../test/users-fixture.ts'
import { plainPalette } from './palette.ts'

const options = { allPercentiles: false, statusCodes: false }

const [closed, surplus] = ['closed after a response that announced it', 'received bytes that no request asked for']

test.each<[string, ScenarioSummary, string]>([
  ['connections', scenario(), `2,970 of 3,000 connections ${closed}\n12 of 3,000 connections ${surplus}`],
  ['users', openScenario(), `1.2 MB sent, 30 MB received, on 3,000 connections, 2,970 of them ${closed}, 12 of them ${surplus}`],
])('the report of %s says how many connections were closed by announcement, or got surplus bytes, where any was', (_name, kept, line) => {
  const closing = { ...kept, connections: { ...kept.connections, opened: 3000, closedAfterResponse: 2970, surplus: 12 } }
  const suite = suiteResult([testResult({ scenarios: [closing] })])
  expect(textReport(suite, options, plainPalette)).toContain(`\n${line}\n`)
  for (const part of line.split('\n')) expect(markdownReport(suite, options)).toContain(part)
  const without = textReport(suiteResult([testResult({ scenarios: [kept] })]), options, plainPalette)
  for (const what of [closed, surplus]) expect(without).not.toContain(what)
})
