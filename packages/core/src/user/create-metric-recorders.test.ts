import { inspect } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../clock/manual-clock.ts'
import type { MetricDefinitions } from '../metrics/metric-definition.ts'
import { ScenarioRecorder } from '../recorder/scenario-recorder.ts'
import type { MetricSnapshot } from '../recorder/snapshot.ts'
import { UserRecorder } from '../recorder/user-recorder.ts'
import { createMetricRecorders } from './create-metric-recorders.ts'
import type { MetricRecorders } from './metric-recorders.ts'

const definitions = {
  bids: { type: 'counter' },
  price: { type: 'gauge' },
  won: { type: 'rate' },
  search: { type: 'trend', unit: 'ms' },
} as const satisfies MetricDefinitions

let recorder: UserRecorder
let metrics: MetricRecorders<typeof definitions>

beforeEach(() => {
  recorder = new UserRecorder(new ScenarioRecorder(), definitions)
  recorder.begin(0, Infinity)
  metrics = createMetricRecorders(definitions, recorder, new ManualClock(5)) as unknown as typeof metrics
})

function taken(): readonly MetricSnapshot[] {
  return recorder.take(10).users?.metrics ?? []
}

test('each type records in its own way', () => {
  const { bids, price, won, search } = metrics
  bids.add()
  bids.add(4)
  price.set(9)
  price.set(-3)
  won.add(true)
  won.add('')
  search.add(12.5)
  expect(taken()).toMatchObject([
    { name: 'bids', type: 'counter', sum: 5 },
    { name: 'price', type: 'gauge', last: -3, min: -3, max: 9, at: 5 },
    { name: 'won', type: 'rate', hits: 1, total: 2 },
    { name: 'search', type: 'trend', values: { count: 1, sum: 12_500 } },
  ])
})

test('what no metric can hold is refused, with its name', () => {
  expect(() => metrics.bids.add(-1)).toThrow(new RangeError('metrics.bids: a counter takes nothing below 0, and this is -1'))
  expect(() => metrics.search.add(-0.1)).toThrow(RangeError)
  expect(() => metrics.search.add(Number.NaN)).toThrow(/search/)
  expect(() => metrics.price.set(Infinity)).toThrow(/price/)
  expect(taken()).toEqual([])
})

test('one that is not declared is an error that lists those that are', () => {
  const untyped = createMetricRecorders(definitions, recorder, new ManualClock())
  expect(() => untyped['serach']?.add(1)).toThrow(
    new TypeError('metrics.serach: there is no such metric; declared are bids, price, won, search, in "metrics" of the config'),
  )
  const none = createMetricRecorders({}, recorder, new ManualClock())
  expect(() => none['bids']?.add(1)).toThrow(/the config declares none/)
})

test('can be awaited, shown and copied like any object, but not changed', async () => {
  expect(await Promise.resolve(metrics)).toBe(metrics)
  expect(inspect(metrics)).toContain('bids')
  expect(Object.keys({ ...metrics })).toEqual(Object.keys(definitions))
  expect(() => Object.assign(metrics, { more: 1 })).toThrow(TypeError)
})
