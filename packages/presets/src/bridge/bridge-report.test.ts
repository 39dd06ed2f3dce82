import type { SuiteResult, TestResult } from '@benchpress/core'
import type { PresetRun } from '@benchpress/core/preset'
import { presetJson } from '@benchpress/report/outputs'
import { describe, expect, test } from 'vitest'
import { bridgeTest, delivery } from '../../test/bridge-fixture.ts'
import { suiteResult, testResult } from '../../../report/test/suite-fixture.ts'
import { bridge } from './bridge.ts'
import type { ServerReading } from './server-counters.ts'

const counters = { url: 'http://localhost:3001/metrics' }

test('every row of the document has its measured count', () => {
  const suite = suiteResult([bridgeTest()])
  expect(measured(suite, 0, 'Count')).toEqual({
    checks: [12_208 / 12_215],
    http_req_failed: [5 / 2998],
    sse_event: [3200],
    sse_heartbeats_received: [208],
    sse_messages_received: [2992],
    sse_messages_sent: [2993],
    dropped_iterations: [8],
    'messages lost': [3 / 2993],
  })
})

test('lives of connections are apart from times to send, and the delivery time is there', () => {
  const suite = suiteResult([bridgeTest()])
  expect(measured(suite, 1, 'Med')).toMatchObject({
    '  open_sse_connection': [9490],
    '  send_message': [0.6],
    delivery: [2],
  })
})

test('several runs have a figure each, and a run that did not begin has none', () => {
  const suite = suiteResult([bridgeTest(), bridgeTest({ repeat: 2 }), testResult({ repeat: 3, scenarios: [] })])
  expect(measured(suite, 0, 'Count')).toMatchObject({ sse_event: [3200, 3200] })
})

test('a run without a delivery has unknown figures of it', () => {
  expect(measured(suiteResult([bridgeTest({ deliveries: [{ ...delivery, name: 'other' }] })]), 0, 'Count')).toMatchObject({
    'messages lost': [null],
  })
})

describe('the claims of the bridge', () => {
  const [failures, accounting, agreement] = [0, 1, 2] as const

  test('hold where nothing failed and the checks add up', () => {
    const events = { type: 'counter', unit: null, count: 3190, rate: 213, by: null } as const
    expect(claimsOf([bridgeTest()]).map(({ holds }) => holds)).toEqual(['no', 'yes'])
    expect(claimsOf([bridgeTest({ metrics: { sse_events: events } })])[accounting]).toMatchObject({ holds: 'no' })
  })

  test('the explanation of a bridge that refuses ids is kept, and the flag for them is named', () => {
    const received = '{"message":"failed to parse the \\"to\\" address: public address must be 64 characters long","statusCode":400}'
    const example = { at: 1, request: 'POST /message', status: 400, expected: null, received, isCut: false }
    const error = { outcome: 'http_error', reason: 'status 400', count: 5, first: null, last: null, examples: [example] }
    const [subscribers, senders] = bridgeTest().scenarios
    const refused = bridgeTest({ scenarios: [subscribers, { ...senders, errors: [error] }] as unknown as TestResult['scenarios'] })
    expect(claimsOf([refused])[failures]?.because).toContain(`the bridge: ${received}: give --id-format hex64`)
  })

  test.each<[string, 'yes' | 'no', number | undefined, number | undefined]>([
    ['a range of messages without a response', 'yes', 3003, 3012],
    ['more accepted, and fewer delivered', 'no', 3020, 3000],
    ['no counter of deliveries', 'yes', 3003, undefined],
    ['smaller counters after a restart', 'yes', 9, 19],
    ['more than were sent after a restart', 'no', 4000, 19],
  ])('counters agree or not: %s', (_what, holds, accepted, delivered) => {
    const reading = { before: { ...counters, accepted: 10, delivered: 20 }, after: { ...counters, accepted, delivered } }
    expect(claimsOf([bridgeTest()], [reading])[agreement]).toMatchObject({ holds })
  })

  test('a send whose connection was never open cannot have been accepted', () => {
    const [subscribers, senders] = bridgeTest().scenarios
    const [sends] = senders?.endpoints ?? []
    const outcomes = { ...sends?.counts.outcomes, timeout: 0, refused: 5 }
    const endpoints = [{ ...sends, counts: { ...sends?.counts, outcomes } }]
    const never = bridgeTest({ scenarios: [subscribers, { ...senders, endpoints }] as unknown as TestResult['scenarios'] })
    const reading = (accepted: number): ServerReading => ({
      before: { ...counters, accepted: 0, delivered: 0 },
      after: { ...counters, accepted, delivered: 2992 },
    })
    expect(claimsOf([never], [reading(2995)])[agreement]).toMatchObject({ holds: 'yes' })
    expect(claimsOf([never], [reading(2996)])[agreement]).toMatchObject({ holds: 'no' })
  })

  test('a message that was cut off and came again over the next connection may count twice', () => {
    const reading = { before: { ...counters, accepted: 0, delivered: 0 }, after: { ...counters, accepted: 2993, delivered: 3010 } }
    const sse_resumes = { type: 'rate', unit: null, rate: 1, hits: 33, total: 33, by: null } as const
    const resumed = bridgeTest({ metrics: { ...bridgeTest().metrics, sse_resumes } })
    expect(claimsOf([resumed], [reading])[agreement]).toMatchObject({ holds: 'yes' })
  })

  test('are unknown where the counters could not be read', () => {
    const missing = { url: 'http://localhost:3000/metrics', missing: 'status 404' }
    const claim = claimsOf([bridgeTest()], [{ before: missing, after: missing }])[agreement]
    expect(claim).toMatchObject({ holds: 'unknown', because: expect.stringContaining('status 404') as unknown })
  })
})

interface Data {
  readonly documented: readonly {
    readonly rows: readonly { readonly name: string; readonly measured: Readonly<Record<string, unknown>> }[]
  }[]
  readonly claims: readonly { readonly holds: string; readonly because: string }[]
}

function dataOf(suite: SuiteResult, notes: readonly ServerReading[] = []): Data {
  const presetRun: PresetRun = { preset: bridge, part: undefined, isEmbedded: true, changes: [], code: [], notes }
  return JSON.parse(presetJson(suite, { allPercentiles: false, statusCodes: false, presetRun }) ?? '') as Data
}

function measured(suite: SuiteResult, table: number, head: string): object {
  return Object.fromEntries(dataOf(suite).documented[table]?.rows.map((row) => [row.name, row.measured[head]]) ?? [])
}

function claimsOf(tests: readonly TestResult[], notes: readonly ServerReading[] = []): Data['claims'] {
  return dataOf(suiteResult(tests), notes).claims
}
