import type { TestSummary } from '../summary/summary.ts'
import { sustainedSeconds, sustainedShare } from './cut-offs.ts'
import { lengthOfRun, secondsOfRun, type HeldSecond, type Stretch } from './run-seconds.ts'

// Seconds are sampled by timers, and their lengths add up to a little less or more.
const slack = 0.05
// Sums of fractions are not exact: what is at the cut-off is not above it.
const rounding = 1 + 1e-9

interface ValuedSecond extends Stretch {
  readonly length: number
  readonly value: number
}

/**
 * The longest stretch of a run phase in which the mean of a figure was above a cut-off for as long as it takes to matter; `null` without one.
 *
 * Of a run that is no longer than that, the mean over all of it has said the same. Seconds in which the figure is not known are passed over.
 */
export function findSustained<Second extends HeldSecond>(
  all: readonly Second[],
  summary: TestSummary,
  read: (second: Second) => number | null,
  cutOff: number,
): Stretch | null {
  const seconds = secondsOfRun(all, summary).flatMap((second): ValuedSecond[] => {
    const { at, length } = second
    const value = read(second)
    return value === null ? [] : [{ from: Math.max(0, at - length), to: at, length, value }]
  })
  const needed = Math.max(sustainedSeconds, lengthOfRun(summary) * sustainedShare) - slack
  const isIn = markWindows(seconds, needed, cutOff)
  const stretches = seconds.flatMap((_, first): Stretch[] => {
    if (isIn[first] !== true || isIn[first - 1] === true) return []
    const end = isIn.indexOf(false, first)
    return [trim(seconds.slice(first, end === -1 ? undefined : end), cutOff)]
  })
  return stretches.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] ?? null
}

/** Which seconds lie in a window of the needed length whose mean is above the cut-off. */
function markWindows(seconds: readonly ValuedSecond[], needed: number, cutOff: number): readonly boolean[] {
  const isIn = seconds.map(() => false)
  const times = cumulate(seconds, ({ length }) => length)
  const sums = cumulate(seconds, ({ length, value }) => length * value)
  let first = 0
  for (let last = 0; last < seconds.length; last++) {
    while (first < last && between(times, first + 1, last) >= needed) first++
    const time = between(times, first, last)
    if (time >= needed && between(sums, first, last) > cutOff * time * rounding) isIn.fill(true, first, last + 1)
  }
  return isIn
}

// A window may begin or end with seconds that are not above the cut-off themselves.
function trim(seconds: readonly ValuedSecond[], cutOff: number): Stretch {
  const isAbove = ({ value }: ValuedSecond): boolean => value > cutOff
  return { from: seconds.find(isAbove)?.from ?? 0, to: seconds.findLast(isAbove)?.to ?? 0 }
}

function cumulate(seconds: readonly ValuedSecond[], read: (second: ValuedSecond) => number): readonly number[] {
  let sum = 0
  return [0, ...seconds.map((second) => (sum += read(second)))]
}

function between(sums: readonly number[], first: number, last: number): number {
  return (sums[last + 1] ?? 0) - (sums[first] ?? 0)
}
