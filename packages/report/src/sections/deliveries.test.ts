import type { DeliverySummary } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { markdownReport, textReport } from '../../test/render.ts'
import { noTimes, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { openScenario, times } from '../../test/users-fixture.ts'
import { plainPalette } from '../render/palette.ts'

const options = { allPercentiles: false, statusCodes: false }

const deliveries: DeliverySummary = {
  name: 'sse',
  sent: 4812,
  accepted: 4800,
  refused: 10,
  unanswered: 2,
  expected: 4800,
  received: 4788,
  duplicated: 0,
  lost: 12,
  lostInGap: 11,
  lostAfterLeaving: 0,
  lostByTarget: 1,
  lostByTargetAtMost: 1,
  receivedUnaccepted: 0,
  misdelivered: 0,
  outOfOrder: 0,
  foreign: 0,
  unstamped: 0,
  buffered: 0,
  activeSeconds: 30,
  bufferedSeconds: 0,
  reach: 4788 / 4800,
  deliveryTime: times(3, 4788),
  fanOutTime: noTimes,
  stalls: [{ at: 12.34, length: 1.02, underWay: 310 }],
  gaps: 3,
}

function resultOf(...all: readonly DeliverySummary[]): ReturnType<typeof suiteResult> {
  return suiteResult([testResult({ scenarios: [openScenario()], deliveries: all })])
}

describe('deliveries', () => {
  test('have a row in the report of one table, with the names of their plugin and run', () => {
    const rowsOf = (suite: ReturnType<typeof suiteResult>): readonly string[] => {
      const text = textReport(suite, { amount: 'screen' }, plainPalette)
      return text.split('\n').filter((line) => line.includes('Deliveries of'))
    }
    expect(rowsOf(resultOf(deliveries))).toEqual([expect.stringMatching(/^│ Deliveries of sse +│ 4,800 +│ +│ 12 lost +│ 3 ms +│/)])
    const runs = [1, 2].map((repeat) => testResult({ repeat, scenarios: [openScenario()], deliveries: [deliveries] }))
    expect(rowsOf(suiteResult(runs)).map((row) => row.slice(0, 27).trim())).toEqual([
      '│ Deliveries of sse, run 1',
      '│ Deliveries of sse, run 2',
    ])
  })

  test('have rows that add up, their times, and when nothing arrived', () => {
    const text = textReport(resultOf(deliveries), options, plainPalette)
    const section = text.slice(text.indexOf('Deliveries\n'))
    const rows = section.split('\n').filter((line) => line.startsWith('│'))
    expect(rows.slice(0, 12).map((row) => row.replaceAll(/^│ | *│$/g, '').split(/ +│ */))).toEqual([
      ['Messages', 'Count', 'Share'],
      ['Sent', '4,812', ''],
      ['  accepted by the target', '4,800', '99.8 %'],
      ['  refused', '10', '0.208 %'],
      ['  without a response', '2', '0.0416 %'],
      ['Received (reach)', '4,788', '99.8 %'],
      ['Lost', '12', '0.25 %'],
      ['  while the recipient was reconnecting', '11', '0.229 %'],
      ['  by the target', '1', '0.0208 %'],
      ['Received again', '0', '0 %'],
      ['Out of order', '0', '0 %'],
      ['Time', '50%', '90%', '95%', '99%', 'Avg', 'Max'],
    ])
    expect(section).toContain(
      '\nRecipients could not receive 3 times, such as between two connections\nNothing arrived anywhere for 1.02 s at 12.3 s, with 310 messages under way\n',
    )
  })

  test('deliveries are written in Markdown, too', () => {
    const text = markdownReport(resultOf(deliveries), options)
    expect(text).toContain('### Deliveries\n\n| Messages | Count | Share |\n| --- | ---: | ---: |\n| Sent | 4,812 |  |\n')
    expect(text).toContain('| &emsp;by the target | 1 | 0.0208 % |\n| Received again | 0 | 0 % |\n| Out of order | 0 | 0 % |\n\n| Time |')
    expect(text).toContain('- Nothing arrived anywhere for 1.02 s at 12.3 s, with 310 messages under way')
  })

  test('name their plugin where there are several, and are left out where there are none', () => {
    expect(textReport(resultOf(deliveries, { ...deliveries, name: 'socketio' }), options, plainPalette)).toMatch(/^Deliveries, socketio$/m)
    expect(textReport(resultOf(), options, plainPalette)).not.toContain('Deliveries')
  })

  test('have rows for misdelivered, foreign and other odd messages only where there were any', () => {
    const odd = { ...deliveries, receivedUnaccepted: 1, misdelivered: 2, foreign: 3, unstamped: 4, buffered: 5, expected: 9600 }
    const rows = textReport(resultOf(odd), options, plainPalette)
    for (const row of [
      /Expected, by all recipients +│ 9,600/,
      /but not accepted +│ 1 /,
      /somebody else +│ 2 /,
      /another run +│ 3 /,
      /Without a stamp +│ 4 /,
      /newer ones +│ 5 /,
    ]) {
      expect(rows).toMatch(row)
    }
  })

  test('state how far their times may be off where two clocks measured them', () => {
    const said = 'Sender and recipient had different clocks: each time is right to within ±400 µs'
    expect(textReport(resultOf({ ...deliveries, clockError: 0.4 }), options, plainPalette)).toContain(said)
    expect(textReport(resultOf(deliveries), options, plainPalette)).not.toContain('different clocks')
  })
})
