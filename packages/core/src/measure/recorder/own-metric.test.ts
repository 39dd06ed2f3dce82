import { expect, test } from 'vitest'
import { mostNames, otherName } from './first-names.ts'
import { OwnMetric, type MetricDefinition, type MetricType } from './own-metric.ts'

const types: readonly MetricType[] = ['counter', 'gauge', 'rate', 'trend']

function create(definition: MetricDefinition): OwnMetric {
  const metric = new OwnMetric('sse_events', definition)
  metric.begin(100)
  return metric
}

test.each(types)('a %s is recorded as a whole, or by the values of its tag, and nothing is taken twice', (type) => {
  const plain = create({ type })
  plain.record(3, 100)
  expect(plain.take()).toMatchObject([{ name: 'sse_events', type }])
  expect(plain.take()).toEqual([])

  const tagged = create({ type, by: 'type' })
  tagged.record(3, 100, 'message')
  tagged.record(3, 100, 'heartbeat')
  expect(tagged.take()).toMatchObject([
    { name: 'sse_events', tag: 'message', type },
    { name: 'sse_events', tag: 'heartbeat', type },
  ])
  tagged.record(4, 100, 'heartbeat')
  expect(tagged.take()).toMatchObject([{ tag: 'heartbeat' }])
  expect(tagged.take()).toEqual([])
})

test('records before the run phase are dropped, including the existence of a tag value', () => {
  const metric = create({ type: 'counter', by: 'type' })
  for (let index = 0; index < mostNames; index++) metric.record(1, 99, `early ${index}`)
  metric.record(1, 100, 'message')
  expect(metric.take()).toEqual([{ name: 'sse_events', tag: 'message', type: 'counter', count: 1 }])
})

test('the values of a tag beyond the two hundredth are counted together', () => {
  const metric = create({ type: 'counter', by: 'type' })
  for (let index = 0; index < 1000; index++) metric.record(1, 100, `type ${index}`)
  const taken = metric.take()
  expect(taken).toHaveLength(mostNames + 1)
  expect(taken.at(-1)).toEqual({ name: 'sse_events', tag: otherName, type: 'counter', count: 1000 - mostNames })
})

test('secrets in values of a tag are redacted, and long values are cut', () => {
  const metric = create({ type: 'counter', by: 'url' })
  metric.record(1, 100, '/events?token=abc')
  metric.record(1, 100, 'x'.repeat(10_000))
  metric.record(1, 100, 'x'.repeat(20_000))
  expect(metric.take()).toMatchObject([
    { tag: '/events?token=[redacted]', count: 1 },
    { tag: `${'x'.repeat(199)}…`, count: 2 },
  ])
})

test.each([
  ['counter', 'metrics.sse_events.add(count, cause)'],
  ['gauge', 'metrics.sse_events.set(value, cause)'],
  ['rate', 'metrics.sse_events.add(isHit, cause)'],
  ['trend', 'metrics.sse_events.add(value, cause)'],
] as const)('a %s without the value of its tag is refused, in any phase', (type, call) => {
  const metric = create({ type, by: 'cause' })
  expect(() => metric.record(1, 1)).toThrow(
    new TypeError(`metric "sse_events" is kept by cause, and none was given: record it with ${call}`),
  )
  expect(() => metric.record(1, 100, 7 as unknown as string)).toThrow(
    new TypeError(`metric "sse_events" is kept by cause, and 7 is no text: record it with ${call}`),
  )
  expect(metric.take()).toEqual([])
})

test('a tag of a metric without one is refused, without showing secrets', () => {
  const metric = create({ type: 'counter' })
  expect(() => metric.record(1, 100, 'token=abc')).toThrow(
    new TypeError(
      `metric "sse_events" is kept by no tag, and was given "token=[redacted]": declare the tag, as in { type: 'counter', by: 'kind' }`,
    ),
  )
  expect(() => metric.record(1, 100, 0 as unknown as string)).toThrow(TypeError)
  expect(metric.take()).toEqual([])
})
