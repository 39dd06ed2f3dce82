import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OwnMetricTotal } from './users-totals.ts'
import type { MetricTotal } from './own-metric.ts'
import { OwnMetric, type MetricSnapshot, type MetricDefinition } from './own-metric.ts'

interface Recorded {
  readonly value: number
  readonly now: number
}

const definitions: readonly MetricDefinition[] = [
  { type: 'counter' },
  { type: 'gauge' },
  { type: 'rate' },
  { type: 'trend', unit: 'ms' },
  { type: 'trend', unit: 'bytes' },
]

/** Two snapshots of a thread, one in the middle and one at the end. */
function record(definition: MetricDefinition, values: readonly Recorded[]): MetricSnapshot[] {
  const metric = new OwnMetric('own', definition)
  metric.begin(0)
  const middle = Math.floor(values.length / 2)
  const snapshots: MetricSnapshot[] = []
  for (const [index, { value, now }] of values.entries()) {
    if (index === middle) snapshots.push(...metric.take())
    metric.record(value, now)
  }
  return [...snapshots, ...metric.take()]
}

function totalOf(snapshots: readonly MetricSnapshot[]): MetricTotal | undefined {
  const [first] = snapshots
  if (first === undefined) return undefined
  const total = new OwnMetricTotal(first.type)
  for (const snapshot of snapshots) total.add(snapshot)
  return total.whole
}

/** A total as plain data. */
function read(total: MetricTotal | undefined): unknown {
  return total?.type === 'trend' ? total.values.snapshot() : total
}

describe('own metrics', () => {
  test('a counter adds up, even negative values and zero', () => {
    const [up, down] = [
      { value: 5, now: 1 },
      { value: -5, now: 2 },
    ]
    expect(totalOf(record({ type: 'counter' }, [up, up, down]))).toEqual({ type: 'counter', count: 5 })
    expect(totalOf(record({ type: 'counter' }, [up, down]))).toEqual({ type: 'counter', count: 0 })
    expect(totalOf(record({ type: 'counter' }, []))).toBeUndefined()
  })

  test('a gauge has the level that was set last, whichever thread reports last', () => {
    const one = record({ type: 'gauge' }, [
      { value: 3, now: 10 },
      { value: 7, now: 40 },
    ])
    const other = record({ type: 'gauge' }, [{ value: -1, now: 30 }])
    expect(totalOf([...one, ...other])).toEqual({ type: 'gauge', value: 7, min: -1, max: 7, at: 40 })
    expect(totalOf([...other, ...one])).toEqual({ type: 'gauge', value: 7, min: -1, max: 7, at: 40 })
  })

  test('a gauge that two threads set in the same microsecond has the higher level', () => {
    const snapshots = [3, 9].flatMap((value) => record({ type: 'gauge' }, [{ value, now: 10 }]))
    for (const order of [snapshots, snapshots.toReversed()]) expect(totalOf(order)).toMatchObject({ value: 9, at: 10 })
  })

  test('a rate counts every value but 0 as a hit', () => {
    const values = [1, 0, 2, 0].map((value) => ({ value, now: 1 }))
    expect(totalOf(record({ type: 'rate' }, values))).toEqual({ type: 'rate', hits: 2, total: 4 })
  })

  test('a trend is kept in thousandths of its unit, which are microseconds for times', () => {
    const values = [{ value: 1.5, now: 1 }]
    expect(read(totalOf(record({ type: 'trend', unit: 'ms' }, values)))).toMatchObject({ count: 1, sum: 1500 })
    expect(read(totalOf(record({ type: 'trend', unit: 'bytes' }, [{ value: 4096, now: 1 }])))).toMatchObject({ count: 1, sum: 4_096_000 })
  })

  test('the values of several threads, added in any order, give the same total of a metric', () => {
    const thread = fc.array(fc.record({ value: fc.integer({ min: 0, max: 1e6 }), now: fc.nat(50) }), { maxLength: 10 })
    const sorted = thread.map((values) => values.toSorted((a, b) => a.now - b.now))
    fc.assert(
      fc.property(
        fc.constantFrom(...definitions),
        fc.array(sorted, { maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (definition, threads, keys) => {
          const snapshots = threads.flatMap((values) => record(definition, values))
          const shuffled = snapshots
            .map((snapshot) => ({ snapshot, key: keys.next().value ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ snapshot }) => snapshot)
          // What one thread sets twice in the same microsecond is set by its order, which a total over threads has not.
          fc.pre(definition.type !== 'gauge' || threads.every((values) => new Set(values.map(({ now }) => now)).size === values.length))
          expect(read(totalOf(shuffled))).toEqual(read(totalOf(snapshots)))
        },
      ),
    )
  })
})
