import type { ScenarioSummary } from '@benchpress/core'
import { expect, test } from 'vitest'
import { markdownReport, textReport } from '../test/render.ts'
import { scenario, suiteResult, testResult } from '../test/suite-fixture.ts'
import { openScenario } from '../test/users-fixture.ts'
import { plainPalette } from './palette.ts'

const options = { allPercentiles: false, statusCodes: false }

test.each<[string, ScenarioSummary, string]>([
  ['connections', scenario(), '2,970 of 3,000 connections closed after a response that announced it'],
  ['users', openScenario(), '1.2 MB sent, 30 MB received, on 3,000 connections, 2,970 of them closed after a response that announced it'],
])('the report of %s says how many connections were closed after a response that announced it, where any was', (_name, kept, line) => {
  const closing = { ...kept, connections: { ...kept.connections, opened: 3000, closedAfterResponse: 2970 } }
  const suite = suiteResult([testResult({ scenarios: [closing] })])
  expect(textReport(suite, options, plainPalette)).toContain(`\n${line}\n`)
  expect(markdownReport(suite, options)).toContain(line)
  expect(textReport(suiteResult([testResult({ scenarios: [kept] })]), options, plainPalette)).not.toContain('that announced it')
})
