import type { ScenarioSummary } from '@benchpress/core'
import { expect, test } from 'vitest'
import { markdownReport, textReport } from '../../test/render.ts'
import { scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { openScenario } from '../../test/users-fixture.ts'
import { plainPalette } from '../render/palette.ts'

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

test('requests that were sent twice are in the tables of all reports, where there were any', () => {
  const suiteOf = (retried: number, users: boolean): ReturnType<typeof suiteResult> =>
    suiteResult([testResult({ scenarios: [users ? openScenario({ retried }) : scenario({ retried })] }), testResult({ repeat: 2 })])
  for (const isOfUsers of [false, true]) {
    const reports = (retried: number): readonly string[] => {
      const suite = suiteOf(retried, isOfUsers)
      return [
        textReport(suite, options, plainPalette),
        textReport(suite, { amount: 'screen' }, plainPalette),
        markdownReport(suite, options),
      ]
    }
    for (const report of reports(1234)) expect(report).toMatch(/[│|] Retried +[│|][^]*[│|] 1,234 +[│|]/)
    for (const report of reports(0)) expect(report).not.toContain('Retried')
  }
  const alone = textReport(suiteResult([testResult({ scenarios: [scenario({ retried: 1234 })] })]), options, plainPalette)
  expect(alone).toContain('5,983,000 requests in 30.2 s, 891 MB read (1,234 of them sent twice)')
})
