import { formatNumberOf, formatRough } from '../base/units/format.ts'
import { memoryGrowth, type MemoryGrowth, type MemorySample } from '../result/summary/memory-growth.ts'
import type { Quantity } from '../result/threshold/quantity.ts'
import type { TestResult } from '../result/shape/result.ts'
import { ifValid, readLimit, undecided, writeMessage, type Fact, type Finding } from './finding.ts'
import type { Subject } from './subject.ts'

/** What counts as a leak. */
export interface LeakOptions {
  /** The growth beyond which memory leaks, such as `25KB/s`, which is the default. */
  readonly moreThan?: string
}

const bytes: Quantity = { kind: 'number', unit: 'bytes' }
const bytesPerSecond: Quantity = { kind: 'perSecond', unit: 'bytes' }

/**
 * Finds whether the resident memory of the target was less than a limit such as `200MB`, in every sample of its whole process tree, warm-up included.
 *
 * Samples are taken once a second. Undecided where the run is invalid or ended early without reaching the limit, and where the memory of the target cannot be seen.
 *
 * @throws TypeError when the limit is no size
 */
export function usesLessMemory(subject: Subject, limit: string | number): Finding {
  const most = readLimit(limit, bytes)
  const { test } = subject
  return ifValid(subject, () => {
    const { rss } = test.target
    if (rss === null) return undecided(writeMessage(`nothing can be said of the memory of the target: ${whyUnseen(test)}`, [], test))
    if (rss < most && test.interrupted !== null) {
      const sentence = `nothing can be said of the memory of the target: it was ${formatBytes(rss)}, but the run ended early`
      return undecided(writeMessage(sentence, [['ended', test.interrupted.reason]], test))
    }
    return {
      outcome: rss < most ? 'holds' : 'fails',
      message: (isNegated) => {
        const expected = `${isNegated ? 'not ' : ''}less than ${formatBytes(most)}`
        const facts: readonly Fact[] = [
          ['expected', expected],
          ['actual', `${formatBytes(rss)} at most`],
          ['samples', `${samplesOf(test).length}, one a second`],
        ]
        return writeMessage(`the target used ${formatBytes(rss)} of memory, but was expected to use ${expected}`, facts, test)
      },
    }
  })
}

/**
 * Seconds that a run phase has to last to be asked for a leak.
 *
 * After a third of it, in which memory may settle, 40 samples are left, two for each stretch of which the lowest one counts.
 */
export const leastSoak = 60

// On a machine that is too busy to sample each second, those of a minute are fewer.
const leastSamples = 50

// A second that is a clock tick short is a full one.
const tick = 0.5

/**
 * Finds whether the resident memory of the target rises all through a soak ({@link memoryGrowth}): where the whole interval of its slope lies above `moreThan`,
 * and both halves rise alike.
 *
 * It does not where the whole interval lies below. Undecided where the limit lies within it, where memory rises unevenly, where the run is invalid, where its run phase is shorter than
 * {@link leastSoak}, and where the memory of the target cannot be seen.
 *
 * @throws TypeError when the limit is no amount a second
 */
export function leaksMemory(subject: Subject, { moreThan = '25KB/s' }: LeakOptions = {}): Finding {
  const most = readLimit(moreThan, bytesPerSecond)
  const { test } = subject
  return ifValid(subject, () => {
    const samples = samplesOfRun(test)
    const doubt = whyUnknown(test, samples)
    if (doubt !== undefined) return undecided(writeMessage(`nothing can be said of whether the target leaks memory: ${doubt}`, [], test))
    return judgeGrowth(test, samples, most)
  })
}

function judgeGrowth(test: TestResult, samples: readonly MemorySample[], most: number): Finding {
  const growth = memoryGrowth(samples)
  const [low, high] = growth.interval
  const was = `${formatPerSecond(growth.perSecond)}, between ${formatPerSecond(low)} and ${formatPerSecond(high)} at 95 %`
  const facts = (expected: string): readonly Fact[] => [['expected', expected], ['actual', was], ...describeSamples(samples, growth)]
  if (high >= most && (low <= most || !growth.isEven)) {
    const within = `and ${formatPerSecond(most)} lies within; soak it for longer`
    const why = low <= most ? within : 'but unevenly, as what still settles; use a longer warmup'
    const sentence = `nothing can be said of whether the target leaks memory: it grows by ${was}, ${why}`
    return undecided(writeMessage(sentence, facts(`a slope on one side of ${formatPerSecond(most)}`), test))
  }
  return {
    outcome: low > most ? 'holds' : 'fails',
    message: (isNegated) => {
      const expected = `${isNegated ? 'no more' : 'more'} than ${formatPerSecond(most)}`
      return writeMessage(`the memory of the target grows by ${was}, but was expected to grow by ${expected}`, facts(expected), test)
    },
  }
}

/** The samples of the run phase. */
function samplesOfRun(test: TestResult): readonly MemorySample[] {
  return samplesOf(test).filter(({ at }) => at > 0 && at < lengthOf(test) + 1)
}

function lengthOf({ scenarios }: TestResult): number {
  return Math.max(0, ...scenarios.map(({ duration }) => duration))
}

/** Why the samples of a run say nothing; `undefined` where they do. */
function whyUnknown(test: TestResult, samples: readonly MemorySample[]): string | undefined {
  if (test.target.rss === null) return whyUnseen(test)
  const seconds = Math.min(lengthOf(test), (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0) + 1)
  if (seconds < leastSoak - tick)
    return `it was soaked for ${formatRough(seconds)} s, and it takes at least ${leastSoak} s to tell a leak from what settles`
  return samples.length < leastSamples ? `there are ${formatNumberOf(samples.length, 'sample')} of ${formatRough(seconds)} s` : undefined
}

function samplesOf({ resources }: TestResult): readonly MemorySample[] {
  return resources.flatMap(({ at, targetRss }) => (targetRss === null ? [] : [{ at, bytes: targetRss }]))
}

function describeSamples(samples: readonly MemorySample[], { from, jumped }: MemoryGrowth): readonly Fact[] {
  const judged = samples.filter(({ at }) => at >= from)
  const [first, last] = [judged[0]?.bytes ?? 0, judged.at(-1)?.bytes ?? 0]
  return [
    ['samples', `${samples.length}, judged from ${formatRough(from)} s on`],
    ['memory', `${formatBytes(first)} then, ${formatBytes(last)} at the end`],
    ...(jumped > 0 ? [['set aside', `${formatBytes(jumped)} in jumps`] as const] : []),
  ]
}

function whyUnseen({ target }: TestResult): string {
  const why = {
    url: 'it was already running, as a URL; start it by `target: { command }`',
    command: 'what responded was no process of its command',
    server: 'it ran in the process of the test; start it by `target: { command }`',
    none: 'functions have no target',
  }
  return `it cannot be seen: ${why[target.kind]}`
}

/** Writes bytes in decimal units with three digits: `187 MB`. */
function formatBytes(value: number): string {
  const power = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(value))) / 3)))
  return `${Number((value / 1000 ** power).toPrecision(3))} ${['B', 'KB', 'MB', 'GB'][power] ?? 'B'}`
}

function formatPerSecond(value: number): string {
  return `${formatBytes(value)}/s`
}
