import type { FailureExampleSummary } from '../summary/requests-summary.ts'
import { mostExamples } from '../../measure/recorder/error-recorder.ts'
import { mergeTimes, type TimeSummary } from '../summary/time-summary.ts'
import type { SecondSummary } from '../summary/series-summary.ts'

type Part = Readonly<Record<string, unknown>>

/** The place of figures in a result: their path, such as `reads.responseTime`, and for each part the seconds that they were measured over. */
interface Place {
  readonly path: string
  readonly durations: readonly number[]
  readonly refuse: (problem: string) => void
}

type Rule = (values: readonly number[], place: Place) => number

const least: Rule = (values) => Math.min(...values)
const most: Rule = (values) => Math.max(...values)
// A mean over the time of each part becomes a mean over the longest part.
const perTime: Rule = (values, { durations }) => {
  const longest = Math.max(0, ...durations)
  return longest === 0 ? 0 : values.reduce((sum, value, index) => sum + value * (durations[index] ?? 0), 0) / longest
}

// Every other number is a count, and is added.
const rules: Readonly<Record<string, Rule>> = {
  duration: most,
  last: most,
  most,
  rows: most,
  fastest: least,
  first: least,
  least,
  requestsPerSecond: perTime,
  okPerSecond: perTime,
  bytesPerSecond: perTime,
  iterationsPerSecond: perTime,
  inFlight: perTime,
  busy: perTime,
  waiting: perTime,
  waitingForReplies: perTime,
}

/**
 * Adds up the figures of parts of one load that were measured at the same time: counts and rates are added, distributions are put together bucket by
 * bucket, and lists are joined by the names of their entries.
 *
 * @param refuse is called with the path and reason of each figure that cannot be added up without loss
 */
export function addFigures<Figures extends object>(parts: readonly Figures[], path: string, refuse: Place['refuse']): Figures {
  const [first] = parts
  if (first === undefined) throw new RangeError('there is nothing to add up')
  return addObjects(parts as readonly Part[], { path, durations: durationsOf(parts as readonly Part[], []), refuse }) as Figures
}

function addObjects(parts: readonly Part[], place: Place): unknown {
  if (isTimes(parts[0])) return addTimes(parts as readonly (Part & TimeSummary)[], place)
  const durations = durationsOf(parts, place.durations)
  const keys = new Set(parts.flatMap((part) => Object.keys(part)))
  return Object.fromEntries(
    Array.from(keys, (key) => {
      // A value that a part does not have, such as the count of a status, adds nothing.
      const having = parts.flatMap((part, index) =>
        part[key] === undefined ? [] : [{ value: part[key], duration: durations[index] ?? 0 }],
      )
      const values = having.map(({ value }) => value)
      return [key, addValues(key, values, { ...place, path: `${place.path}.${key}`, durations: having.map(({ duration }) => duration) })]
    }),
  )
}

function addValues(key: string, values: readonly unknown[], place: Place): unknown {
  const known = values.filter((value) => value !== null)
  const [first] = known
  if (first === undefined) return null
  if (key === 'series' && isList(known)) return addSeconds(known as readonly (readonly SecondSummary[])[])
  if (key === 'examples' && isList(known)) return earliest(known.flat() as readonly FailureExampleSummary[])
  if (isList(known)) return addLists(known, place)
  if (typeof first === 'object') return addObjects(known as readonly unknown[] as readonly Part[], place)
  if (typeof first === 'number') return (rules[key] ?? add)(known as readonly unknown[] as readonly number[], place)
  if (known.some((value) => value !== first)) place.refuse(`${place.path} differs: ${known.map(String).join(', ')}`)
  return first
}

// As many examples as one result has.
function earliest(examples: readonly FailureExampleSummary[]): readonly FailureExampleSummary[] {
  return examples.toSorted((a, b) => a.at - b.at).slice(0, mostExamples)
}

function add(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

// Entries are the same when everything that names them is: endpoint, reason, plugin.
function addLists(lists: readonly (readonly unknown[])[], { path, durations, refuse }: Place): unknown {
  const entries = lists.flatMap((list, index) => list.map((entry) => ({ entry: entry as Part, duration: durations[index] ?? 0 })))
  const groups = [
    ...Map.groupBy(entries, ({ entry }) => JSON.stringify(Object.entries(entry).filter(([, value]) => typeof value === 'string'))),
  ]
  return groups
    .map(([, same]) => {
      const [first] = same
      const name = Object.values(first?.entry ?? {}).find((value) => typeof value === 'string')
      const place = { path: `${path}[${String(name)}]`, durations: same.map(({ duration }) => duration), refuse }
      return addObjects(
        same.map(({ entry }) => entry),
        place,
      ) as Part
    })
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
}

// The counts by which the busiest, or the most frequent, entry comes first.
function sizeOf({ counts, count }: Part): number {
  if (typeof count === 'number') return count
  return typeof counts === 'object' && counts !== null && 'started' in counts ? Number(counts.started) : 0
}

// Seconds have no histograms, so their means and percentiles are unknown when several parts have values.
function addSeconds(all: readonly (readonly SecondSummary[])[]): readonly SecondSummary[] {
  const longest = all.toSorted((a, b) => b.length - a.length)[0] ?? []
  return longest.map(({ at }, index) => {
    const parts = all.flatMap((seconds) => seconds[index] ?? [])
    const timed = parts.filter(({ mean }) => mean !== null)
    const only = timed.length === 1 ? timed[0] : undefined
    const unfinished = add(parts.map((part) => part.unfinished ?? 0))
    return {
      at,
      length: Math.max(...parts.map(({ length }) => length)),
      requests: add(parts.map(({ requests }) => requests)),
      failed: add(parts.map(({ failed }) => failed)),
      bytes: add(parts.map(({ bytes }) => bytes)),
      ...levelsOf(parts),
      ...timesOf(only),
      max: timed.length === 0 ? null : Math.max(...timed.map(({ max }) => max ?? 0)),
      ...(unfinished > 0 && { unfinished }),
    }
  })
}

// An extreme is exact, as sums are; it is unknown when any part does not have it.
function levelsOf(parts: readonly SecondSummary[]): Pick<SecondSummary, 'inFlight' | 'users'> {
  const levels = (['inFlight', 'users'] as const).map((level) => {
    const known = parts.flatMap((part) => part[level] ?? [])
    return [level, known.length < parts.length ? undefined : Number(add(known).toFixed(6))] as const
  })
  return Object.fromEntries(levels.filter(([, value]) => value !== undefined))
}

function timesOf(only: SecondSummary | undefined): Pick<SecondSummary, 'mean' | 'p50' | 'p90' | 'p99' | 'serviceTime'> {
  if (only === undefined) return { mean: null, p50: null, p90: null, p99: null }
  const { mean, p50, p90 = null, p99, serviceTime } = only
  return { mean, p50, p90, p99, ...(serviceTime !== undefined && { serviceTime }) }
}

function addTimes(parts: readonly TimeSummary[], { path, refuse }: Place): TimeSummary | undefined {
  const merged = mergeTimes(parts)
  if (merged === undefined) refuse(`${path} has no histogram`)
  return merged ?? parts[0]
}

function isTimes(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'intervals' in part
}

function isList(values: readonly unknown[]): values is readonly (readonly unknown[])[] {
  return values.every((value) => Array.isArray(value))
}

function durationsOf(parts: readonly Part[], otherwise: readonly number[]): readonly number[] {
  return parts.map(({ duration }, index) => (typeof duration === 'number' ? duration : (otherwise[index] ?? 0)))
}
