import { inspect } from 'node:util'
import { beforeEach, expect, expectTypeOf, test } from 'vitest'
import { ManualClock } from '../../base/clock/clock.ts'
import { ScenarioRecorder } from '../../measure/recorder/scenario-recorder.ts'
import type { MetricSnapshot, MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import { createMetricRecorders, type MetricRecorders } from './metric-recorders.ts'

const definitions = {
  bids: { type: 'counter' },
  price: { type: 'gauge' },
  won: { type: 'rate' },
  search: { type: 'trend', unit: 'ms' },
  events: { type: 'counter', by: 'type' },
  open: { type: 'gauge', by: 'state' },
  resumed: { type: 'rate', by: 'transport' },
  connect_time: { type: 'trend', unit: 'ms', by: 'transport' },
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

test('each type of metric has its own way to record', () => {
  const { bids, price, won, search } = metrics
  bids.add()
  bids.add(4)
  price.set(9)
  price.set(-3)
  won.add(true)
  won.add('')
  search.add(12.5)
  expect(taken()).toMatchObject([
    { name: 'bids', type: 'counter', count: 5 },
    { name: 'price', type: 'gauge', value: -3, min: -3, max: 9, at: 5 },
    { name: 'won', type: 'rate', hits: 1, total: 2 },
    { name: 'search', type: 'trend', values: { count: 1, sum: 12_500 } },
  ])
})

test('each type of metric takes the value of its tag after the recorded value', () => {
  const { events, open, resumed, connect_time: connectTime } = metrics
  events.add(1, 'heartbeat')
  events.add(2, 'message')
  events.add(1, 'heartbeat')
  open.set(4, 'idle')
  resumed.add('', 'polling')
  connectTime.add(12.5, 'websocket')
  expect(taken()).toMatchObject([
    { name: 'events', tag: 'heartbeat', type: 'counter', count: 2 },
    { name: 'events', tag: 'message', type: 'counter', count: 2 },
    { name: 'open', tag: 'idle', type: 'gauge', value: 4, at: 5 },
    { name: 'resumed', tag: 'polling', type: 'rate', hits: 0, total: 1 },
    { name: 'connect_time', tag: 'websocket', type: 'trend', values: { count: 1, sum: 12_500 } },
  ])
})

test('a missing tag and a superfluous one are refused, with what to write', () => {
  const untyped = createMetricRecorders(definitions, recorder, new ManualClock())
  expect(() => untyped['events']?.add(1)).toThrow(
    new TypeError('metric "events" is kept by type, and none was given: record it with metrics.events.add(count, type)'),
  )
  expect(() => untyped['open']?.set(1)).toThrow(TypeError)
  expect(() => untyped['bids']?.add(1, 'heartbeat')).toThrow(
    new TypeError(`metric "bids" is kept by no tag, and was given "heartbeat": declare the tag, as in { type: 'counter', by: 'kind' }`),
  )
  expect(taken()).toEqual([])
})

test('the declaration of a metric decides how it is recorded', () => {
  type Recorders = MetricRecorders<typeof definitions>
  expectTypeOf<Parameters<Recorders['bids']['add']>>().toEqualTypeOf<[count?: number]>()
  expectTypeOf<Parameters<Recorders['price']['set']>>().toEqualTypeOf<[value: number]>()
  expectTypeOf<Parameters<Recorders['won']['add']>>().toEqualTypeOf<[isHit: unknown]>()
  expectTypeOf<Parameters<Recorders['search']['add']>>().toEqualTypeOf<[value: number]>()
  expectTypeOf<Parameters<Recorders['events']['add']>>().toEqualTypeOf<[count: number, tag: string]>()
  expectTypeOf<Parameters<Recorders['open']['set']>>().toEqualTypeOf<[value: number, tag: string]>()
  expectTypeOf<Parameters<Recorders['resumed']['add']>>().toEqualTypeOf<[isHit: unknown, tag: string]>()
  expectTypeOf<Parameters<Recorders['connect_time']['add']>>().toEqualTypeOf<[value: number, tag: string]>()
  // Where the declared metrics are unknown, any may be recorded, and an undeclared one is refused at run time.
  type Unknown = MetricRecorders<MetricDefinitions>[string]
  expectTypeOf<Parameters<Unknown['add']>>().toEqualTypeOf<[value?: unknown, tag?: string | undefined]>()
  expectTypeOf<Parameters<Unknown['set']>>().toEqualTypeOf<[value: number, tag?: string | undefined]>()
})

test('a value that no metric can have is refused, with the name of the metric', () => {
  expect(() => metrics.bids.add(-1)).toThrow(new RangeError('metrics.bids: a counter takes nothing below 0, and this is -1'))
  expect(() => metrics.search.add(-0.1)).toThrow(RangeError)
  expect(() => metrics.search.add(Number.NaN)).toThrow(/search/)
  expect(() => metrics.price.set(Infinity)).toThrow(/price/)
  expect(taken()).toEqual([])
})

const untypedValues = [() => 1, '1', null, {}, Number.NaN]

test.each([
  ['bids', 'add', [...untypedValues, true]],
  ['price', 'set', [...untypedValues, true]],
  ['search', 'add', [...untypedValues, true]],
  ['won', 'add', [() => false]],
] as const)('metrics.%s.%s refuses a value of another type, and a promise, which may reject', async (name, method, values) => {
  const untyped = createMetricRecorders(definitions, recorder, new ManualClock())[name]
  for (const value of [...values, Promise.resolve(1), Promise.reject(new Error('no'))])
    expect(() => untyped?.[method](value as never)).toThrow(new RegExp(name))
  // A rejection that nothing handles would fail the test run.
  await new Promise(setImmediate)
  expect(taken()).toEqual([])
})

test('an undeclared metric causes an error that lists the declared ones', () => {
  const untyped = createMetricRecorders(definitions, recorder, new ManualClock())
  expect(() => untyped['serach']?.add(1)).toThrow(
    new TypeError(
      'metrics.serach: there is no such metric; declared are bids, price, won, search, events, open, resumed, connect_time, in "metrics" of the config',
    ),
  )
  const none = createMetricRecorders({}, recorder, new ManualClock())
  expect(() => none['bids']?.add(1)).toThrow(/the config declares none/)
})

test('metric recorders can be awaited, printed and copied like any object, but not changed', async () => {
  expect(await Promise.resolve(metrics)).toBe(metrics)
  expect(inspect(metrics)).toContain('bids')
  expect(Object.keys({ ...metrics })).toEqual(Object.keys(definitions))
  expect(() => Object.assign(metrics, { more: 1 })).toThrow(TypeError)
})
