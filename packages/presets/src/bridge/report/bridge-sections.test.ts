import { describe, expect, test } from 'vitest'
import type { PresetRun } from '@benchpress/core/preset'
import type { SuiteResult } from '@benchpress/core'
import type { ReportPart, ReportSection, ReportText } from '@benchpress/core/report'
import { drawCell } from '@benchpress/report'
import { plainPalette } from '@benchpress/report/format'
import { bridgeTest, delivery } from '../../../test/bridge-fixture.ts'
import { suiteResult, testResult } from '../../../../report/test/suite-fixture.ts'
import { bridge } from '../bridge.ts'
import type { ServerReading } from '../server-counters.ts'
import { markdownReport, textReport, presetJson } from '../../../../cli/test/render.ts'

const presetRun: PresetRun = { preset: bridge, part: undefined, isEmbedded: true, changes: ['subscribers 2000 -> 100'], code: [] }
const counters = { url: 'http://localhost:3001/metrics', missing: undefined }

describe('the report of preset bridge', () => {
  test('has the counts of the published test, documented and measured, and further ones', () => {
    expect(rowsOf(sectionsOf(suiteResult([bridgeTest()])))).toEqual([
      ['Count', 'Documented', 'Measured'],
      ['checks', '100 % of 4,624,462', '99.94 % of 12,215'],
      ['dropped_iterations', '4.07 % (48,887 of 1,200,000)', '0.266 % (8 of 3,008)'],
      ['http_req_failed', '0 % (0 of 1,151,113)', '0.167 % (5 of 2,998)'],
      ['sse_event', '1,158,168, 3,618/s', '3,200, 107/s'],
      ['sse_heartbeats_received', '6,329, 19/s', '208, 6.93/s'],
      ['sse_messages_received', '1,151,839, 3,599/s', '2,992, 99.7/s'],
      ['sse_messages_sent', '1,151,113, 3,596/s', '2,993, 99.8/s'],
      ['messages lost', 'not measured', '0.1 % (3 of 2,993)'],
      ['  while reconnecting', 'not measured', '3'],
      ['  while it was not there', 'not measured', '0'],
      ['  by the bridge', 'not measured', '0'],
      ['messages received twice', 'not measured', '2'],
      ['messages out of order', 'not measured', '0'],
      ['connections closed', '11,503, by the other figures', '33'],
      ['connections open at the end', 'not measured', '98'],
    ])
  })

  test('has the lives of connections apart from the times to send, and the delivery time', () => {
    expect(rowsOf(sectionsOf(suiteResult([bridgeTest()])), 1)).toEqual([
      ['Time', 'Of', 'Avg', '50%', '90%', '95%', 'Max'],
      ['open_sse_connection: to open', 'measured', '1.1 ms', '1 ms', '1.5 ms', '~2 ms', '8 ms'],
      ['open_sse_connection: life', 'documented', '43.6 s', '31.2 s', '99 s', '126 s', '304 s'],
      ['', 'measured', '10.4 s', '9.49 s', '14.2 s', '~19 s', '75.9 s'],
      ['send_message: from its send', 'documented', '210 ms', '103 ms', '553 ms', '671 ms', '1.26 s'],
      ['', 'measured', '660 µs', '600 µs', '900 µs', '1.2 ms', '4.8 ms'],
      ['send_message: from when due', 'measured', '770 µs', '700 µs', '1.05 ms', '1.4 ms', '5.6 ms'],
      ['delivery: from send to arrival', 'measured', '2.2 ms', '2 ms', '3 ms', '4 ms', '16 ms'],
    ])
  })

  test('reports whether the checks add up, as published and as measured', () => {
    const text = textReport(suiteResult([bridgeTest()]), { allPercentiles: false, statusCodes: false, presetRun }, plainPalette)
    expect(text).toContain(
      'documented accounting: 4,624,462 checks = 1,158,168 events + 2 x 1,151,839 messages + 1,151,113 sends + 11,503 closed connections, which the document does not count: they are what the other figures leave of the checks. One was closed, at random, after 1 % of the events, which makes 11,582\n',
    )
    expect(text).toContain(
      'measured accounting:   12,215 checks = 3,200 events + 2 x 2,992 messages + 2,998 sends + 33 closed connections: holds\n',
    )
    const events = { type: 'counter', unit: null, count: 3190, rate: 213, by: null } as const
    const broken = bridgeTest({ metrics: { sse_events: events } })
    expect(linesOf(sectionsOf(suiteResult([broken])))).toContain(
      'measured accounting:   12,215 checks are not 3,190 events + 2 x 0 messages + 2,998 sends + 33 closed connections = 6,221: broken by 5,994',
    )
  })

  test('the report explains in Markdown too why 639 ms is no latency, what rates are divided by, and what was changed', () => {
    const text = markdownReport(suiteResult([bridgeTest()]), { allPercentiles: false, statusCodes: false, presetRun })
    expect(text).toContain("### Documented and measured\n\nThe published test's rows, and what it could not see.\n")
    expect(text).toContain('| sse\\_messages\\_sent | 1,151,113, 3,596/s | 2,993, 99.8/s |')
    expect(text).toContain(
      '- The published average of 639 ms is no latency: it is that of 11,503 lives of connections (43.6 s on average) and 1,151,113 times to send',
    )
    expect(text).toContain(
      '- Per second is over the whole run with its graceful stop, as the document has it: 320 s there, 30 s here. Over the 300 s in which it sent, it was 3,837 messages per second rather than 3,596.',
    )
    expect(text).toContain('- changed from the documented test: subscribers 2000 -> 100\n')
  })

  test('puts several runs beside each other, and leaves out one that did not begin', () => {
    const suite = suiteResult([bridgeTest(), bridgeTest({ repeat: 2 }), testResult({ repeat: 3, scenarios: [] })])
    const sections = sectionsOf(suite)
    expect(rowsOf(sections)[0]).toEqual(['Count', 'Documented', 'Run 1', 'Run 2'])
    expect(rowsOf(sections, 1)[2]?.slice(0, 2)).toEqual(['', 'run 2'])
    expect(linesOf(sections).filter((line) => line.startsWith('measured accounting'))).toHaveLength(2)
  })

  test('compares the counters of the bridge with its own counts', () => {
    const reading = (accepted: number | undefined, delivered: number | undefined): ServerReading => ({
      before: { ...counters, accepted: 10, delivered: 20 },
      after: { ...counters, accepted, delivered },
    })
    expect(countersOf(reading(3003, 3012))).toEqual([
      'accepted: 2,993 messages by the bridge, 2,993 to 3,000 accepted by the responses here: they agree',
      'delivered: 2,992 messages by the bridge, 2,992 to 2,995 received here: they agree',
    ])
    expect(countersOf(reading(3020, 3000))).toEqual([
      'accepted: 3,010 messages by the bridge, 2,993 to 3,000 accepted by the responses here: they differ by 10',
      'delivered: 2,980 messages by the bridge, 2,992 to 2,995 received here: they differ by -12',
    ])
    expect(countersOf(reading(3003, undefined))).toHaveLength(1)
  })

  test('takes a counter that is smaller than before for a reset one, with only a part of the messages', () => {
    const before = { ...counters, accepted: 9000, delivered: 100 }
    expect(countersOf({ before, after: { ...counters, accepted: 1200, delivered: 1100 } })).toEqual([
      'the bridge was restarted in between: its counters began again, and have what followed alone',
      'accepted: at least 1,200 messages by the bridge, 2,993 to 3,000 accepted by the responses here: they agree',
      'delivered: at least 1,100 messages by the bridge, 2,992 to 2,995 received here: they agree',
    ])
    expect(countersOf({ before, after: { ...counters, accepted: 4000, delivered: 1100 } })[1]).toBe(
      'accepted: at least 4,000 messages by the bridge, 2,993 to 3,000 accepted by the responses here: they differ by 1,000',
    )
  })

  test('allows the bridge to count a message twice that was cut off with a connection and came again over the next', () => {
    const reading = { before: { ...counters, accepted: 0, delivered: 0 }, after: { ...counters, accepted: 2993, delivered: 3010 } }
    const sse_resumes = { type: 'rate', unit: null, rate: 1, hits: 33, total: 33, by: null } as const
    const resumed = bridgeTest({ metrics: { ...bridgeTest().metrics, sse_resumes } })
    expect(linesOf(sectionsOf(suiteResult([resumed]), [reading]).slice(1))[1]).toBe(
      'delivered: 3,010 messages by the bridge, at least 2,992 received here: they agree',
    )
  })

  test('explains why the counters of the bridge were not compared', () => {
    const missing = { url: 'http://localhost:3000/metrics', accepted: undefined, delivered: undefined, missing: 'status 404' }
    expect(countersOf({ before: missing, after: missing })).toEqual(['not compared: http://localhost:3000/metrics: status 404'])
    expect(sectionsOf(suiteResult([bridgeTest()]))).toHaveLength(1)
  })

  test('the report is also written as data, for programs', () => {
    const options = { allPercentiles: false, statusCodes: false, presetRun }
    expect(JSON.parse(presetJson(suiteResult([bridgeTest()]), options) ?? '')).toMatchObject({
      name: 'bridge',
      documented: { tool: 'k6 with xk6-sse', runs: [{ sent: 1_151_113 }] },
      changes: ['subscribers 2000 -> 100'],
      findings: [{ repeat: 1, measured: { sent: 2993 }, accounting: { checks: 12_215, holds: true }, counters: [] }],
    })
    expect(presetJson(suiteResult(), { ...options, presetRun: undefined })).toBeUndefined()
  })

  test('reports figures of a run without a delivery as unknown', () => {
    const rows = rowsOf(sectionsOf(suiteResult([bridgeTest({ deliveries: [{ ...delivery, name: 'other' }] })])))
    expect(rows.find(([name]) => name === 'messages lost')).toEqual(['messages lost', 'not measured', 'n/a'])
  })
})

type Sections = readonly ReportSection[]

function sectionsOf(suite: SuiteResult, notes: readonly ServerReading[] = []): Sections {
  return bridge.sections(suite, { ...presetRun, notes })
}

function rowsOf([section]: Sections, index: number = 0): readonly (readonly string[])[] {
  const table = section?.parts[index]
  return table !== undefined && 'head' in table ? [table.head, ...table.rows.map((row) => row.map(drawCell))] : []
}

function linesOf(sections: Sections): readonly string[] {
  return sections.flatMap(({ parts }) => parts.flatMap(textsOf)).filter((text) => typeof text === 'string')
}

function textsOf(part: ReportPart): readonly ReportText[] {
  if ('lines' in part) return part.lines
  return 'length' in part ? part : []
}

function countersOf(reading: ServerReading): readonly string[] {
  return linesOf(sectionsOf(suiteResult([bridgeTest()]), [reading]).slice(1))
}
