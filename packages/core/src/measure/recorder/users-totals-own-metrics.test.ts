import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostNames, otherName } from './first-names.ts'
import { OwnMetricTotal } from './users-totals.ts'
import type { MetricTotal } from './own-metric.ts'
import { OwnMetric, type MetricSnapshot, type MetricDefinition } from './own-metric.ts'

interface Recorded {
  readonly value: number
  readonly tag: string
  readonly now: number
}

const definitions: readonly MetricDefinition[] = [
  { type: 'counter', by: 'type' },
  { type: 'gauge', by: 'type' },
  { type: 'rate', by: 'type' },
  { type: 'trend', unit: 'ms', by: 'type' },
]

/** What a thread took, once in the middle and once at the end. */
function record(definition: MetricDefinition, recorded: readonly Recorded[]): MetricSnapshot[] {
  const metric = new OwnMetric('own', definition)
  metric.begin(0)
  const middle = Math.floor(recorded.length / 2)
  for (const { value, now, tag } of recorded.slice(0, middle)) metric.record(value, now, tag)
  const first = metric.take()
  for (const { value, now, tag } of recorded.slice(middle)) metric.record(value, now, tag)
  return [...first, ...metric.take()]
}

function totalOf(snapshots: readonly MetricSnapshot[]): OwnMetricTotal | undefined {
  if (snapshots[0] === undefined) return undefined
  const total = new OwnMetricTotal(snapshots[0].type)
  for (const snapshot of snapshots) total.add(snapshot)
  return total
}

/** A total as plain data, its values in the order of their names. */
function read(total: OwnMetricTotal | undefined): unknown {
  if (total === undefined) return undefined
  const byTag = total.byTag.map(({ name, measured: one }) => [name, plain(one)] as const)
  return { whole: plain(total.whole), byTag: byTag.toSorted(([a], [b]) => (a < b ? -1 : 1)) }
}

function wholeOf(snapshots: readonly MetricSnapshot[]): unknown {
  const total = totalOf(snapshots)
  return total && plain(total.whole)
}

function plain(total: MetricTotal): unknown {
  return total.type === 'trend' ? total.values.snapshot() : total
}

/** What one thread records, each value later than the one before it. */
const thread: fc.Arbitrary<Recorded[]> = fc
  .array(
    fc.record({
      value: fc.integer({ min: 0, max: 1e6 }),
      tag: fc.constantFrom('a', 'b', 'c', otherName),
      later: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map(({ value, tag }, index) => ({ value, tag, now: all.slice(0, index).reduce((sum, { later }) => sum + later, 0) })))

describe('a metric that is kept by a tag', () => {
  test('a metric with a tag has the same whole as without it, and the figures of each value as of that value only', () => {
    fc.assert(
      fc.property(fc.constantFrom(...definitions), thread, ({ type }, recorded) => {
        const untagged = new OwnMetric('own', { type })
        untagged.begin(0)
        for (const { value, now } of recorded) untagged.record(value, now)
        const total = totalOf(record({ type, by: 'type' }, recorded))
        expect(total && plain(total.whole)).toEqual(wholeOf(untagged.take()))
        expect(new Set(total?.byTag.map(({ name }) => name))).toEqual(new Set(recorded.map(({ tag }) => tag)))
        for (const { name, measured: one } of total?.byTag ?? []) {
          expect(plain(one)).toEqual(
            wholeOf(
              record(
                { type, by: 'type' },
                recorded.filter(({ tag }) => tag === name),
              ),
            ),
          )
        }
      }),
    )
  })

  test('a metric with a tag has the same total in any order of the snapshots of several threads', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...definitions),
        fc.array(thread, { maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (definition, threads, keys) => {
          const snapshots = threads.flatMap((recorded) => record(definition, recorded))
          const shuffled = snapshots
            .map((snapshot) => ({ snapshot, key: keys.next().value ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ snapshot }) => snapshot)
          expect(read(totalOf(shuffled))).toEqual(read(totalOf(snapshots)))
          // What crosses threads is plain data.
          expect(structuredClone(snapshots)).toEqual(snapshots)
        },
      ),
    )
  })

  test('a metric with a tag loses nothing when threads have more than two hundred values together', () => {
    const threadFrom = (from: number): MetricSnapshot[] =>
      record(
        { type: 'counter', by: 'type' },
        Array.from({ length: 150 }, (_, index) => ({ value: 1, now: index, tag: `type ${from + index}` })),
      )
    for (const order of [
      [0, 150],
      [150, 0],
    ]) {
      const total = totalOf(order.flatMap(threadFrom))
      expect(total?.whole).toEqual({ type: 'counter', count: 300 })
      expect(total?.byTag).toHaveLength(mostNames + 1)
      expect(total?.byTag.find(({ name }) => name === otherName)?.measured).toEqual({ type: 'counter', count: 100 })
    }
  })

  test('values of a tag that are the same without their secrets are counted together', () => {
    const total = totalOf(
      record(
        { type: 'counter', by: 'url' },
        ['/a?token=1', '/a?token=2'].map((tag) => ({ value: 1, now: 1, tag })),
      ),
    )
    expect(total?.byTag).toEqual([{ name: '/a?token=[redacted]', measured: { type: 'counter', count: 2 } }])
  })
})
