import { sumOf } from '../base/units/count.ts'
import { formatBytes, formatSeconds, plural } from '../base/units/format.ts'
import { memoryGrowth, type MemoryGrowth, type MemorySample } from '../result/summary/memory-growth.ts'
import type { Quantity } from '../result/threshold/quantity.ts'
import type { TestResult } from '../result/shape/result.ts'
import { onlyLevel } from '../result/verdict/offered-load.ts'
import { delayOf, lengthOfRun, type Stretch } from '../result/verdict/stretches.ts'
import { checkOptionNames } from './compared-runs.ts'
import { ifValid, readLimit, undecidedFinding, writeMessage, type Fact, type Finding } from './finding.ts'
import type { Subject } from './subject.ts'

/** What counts as a leak. */
export interface LeakOptions {
  /** The growth beyond which memory leaks, such as `25KB/s`, which is the default. */
  readonly moreThan?: string
}

const bytes: Quantity = { kind: 'number', unit: 'bytes' }
const bytesPerSecond: Quantity = { kind: 'perSecond', unit: 'bytes' }

// No process uses as little: a limit below it lacks its unit.
const leastMemory = 100_000

/**
 * Judges whether the resident memory of the target was less than a limit such as `200MB` in every sample of its process tree, warm-up included.
 *
 * Samples are taken once a second. Undecided when the run is invalid or ended early without reaching the limit, when the memory of the target cannot be
 * measured.
 *
 * @throws TypeError when the limit is not a size, or less than any process uses, and for a part of a test
 */
export function usesLessMemory(subject: Subject, limit: string | number): Finding {
  const most = readAmount(limit, bytes, 'a size such as 200MB')
  if (most < leastMemory)
    throw new TypeError(`the limit "${limit}" is ${formatBytes(most)}, less than any process uses; write a size such as 200MB`)
  const test = wholeOf(subject)
  return ifValid(subject, () => {
    const { rss } = test.target
    if (rss === null) return undecidedFinding(`the memory of the target: ${whyUnseen(test)}`, test)
    if (rss < most && test.interrupted !== null) {
      const why = `it was ${formatBytes(rss)}, but the run ended early`
      return undecidedFinding(`the memory of the target: ${why}`, test, [['ended', test.interrupted.reason]])
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
 * Seconds that a run phase must last to be judged for a leak.
 *
 * Without its first third, in which memory may settle, 40 samples are left: two for each stretch, of which the lower one counts.
 */
export const leastSoak = 60

// A machine that is too busy to sample each second has fewer samples in a minute.
const leastSamples = 50

// A second that is a clock tick short still counts as full.
const tick = 0.5

/**
 * Judges whether the resident memory of the target rises throughout a soak, by the rules of {@link memoryGrowth}.
 *
 * Undecided when these are not certain, when the run is invalid or the memory of the target cannot be measured, when the load changes, and when all
 * scenarios run together for less than {@link leastSoak}.
 *
 * @throws TypeError when the limit is not a size per second above 0, for an unknown option, and for a part of a test
 */
export function leaksMemory(subject: Subject, options: LeakOptions = {}): Finding {
  checkOptionNames(options, ['moreThan'])
  const most = readAmount(options.moreThan ?? '25KB/s', bytesPerSecond, 'a size each second such as 25KB/s')
  const test = wholeOf(subject)
  return ifValid(subject, () => {
    const soak = soakOf(test)
    const samples = samplesOf(test).filter(({ at }) => at > soak.from && at < soak.to + 1)
    const doubt = whyUnknown(test, soak, samples)
    if (doubt !== undefined) return undecidedFinding(`whether the target leaks memory: ${doubt}`, test)
    return findLeak(test, samples, most)
  })
}

function findLeak(test: TestResult, samples: readonly MemorySample[], most: number): Finding {
  const growth = memoryGrowth(samples, most)
  const [low, high] = growth.interval.map(formatPerSecond)
  const was = `${formatPerSecond(growth.perSecond)}, between ${low} and ${high} at 95 %`
  const facts = (expected: string): readonly Fact[] => [['expected', expected], ['actual', was], ...describeSamples(samples, growth)]
  const limit = formatPerSecond(most)
  const why = whyOpen(growth, limit)
  if (why !== undefined)
    return undecidedFinding(`whether the target leaks memory: it grows by ${was}, ${why}`, test, facts(`a slope on one side of ${limit}`))
  return {
    outcome: growth.kind === 'leak' ? 'holds' : 'fails',
    message: (isNegated) => {
      const expected = `${isNegated ? 'no more' : 'more'} than ${limit}`
      return writeMessage(`the memory of the target grows by ${was}, but was expected to grow by ${expected}`, facts(expected), test)
    },
  }
}

function whyOpen({ kind, jumps, halves }: MemoryGrowth, limit: string): string | undefined {
  const [first, second] = halves.map(formatPerSecond)
  const inHalves = `but by ${first} in the first half and by ${second} in the second`
  const why: Partial<Record<typeof kind, string>> = {
    doubtful: `and ${limit} lies within; soak it for longer`,
    settling: `${inHalves}: it still settles; use a longer warmup`,
    uneven: `${inHalves}: it grows more and more; soak it for longer`,
    stepwise: `but it ${jumps.length > 0 ? `rose by ${formatJumps(jumps)}` : 'rises and falls by as much'}; soak it for longer`,
  }
  return why[kind]
}

function readAmount(limit: string | number, quantity: Quantity, wanted: string): number {
  let read
  try {
    read = readLimit(limit, quantity)
  } catch (error) {
    // A limit that only lacks its unit has a better error.
    if (error instanceof TypeError && error.message.includes('did you mean')) throw error
    throw new TypeError(`the limit "${limit}" is not ${wanted}`, { cause: error })
  }
  if (read > 0) return read
  throw new TypeError(`the limit "${limit}" is not above 0; write ${wanted}`)
}

/** Returns the whole test, because memory is that of its target. */
function wholeOf({ isWhole, name, test }: Subject): TestResult {
  if (!isWhole) throw new TypeError(`memory is that of the whole target, not of ${name}; give the result of run()`)
  return test
}

/** The part of a test in which all scenarios are in their run phases. */
function soakOf(test: TestResult): Stretch {
  const parts = test.scenarios.map((scenario) => ({ from: delayOf(scenario, test), length: scenario.duration }))
  return {
    from: Math.max(0, ...parts.map(({ from }) => from)),
    to: Math.max(0, Math.min(...parts.map(({ from, length }) => from + length))),
  }
}

/** Why the samples of a run cannot be judged; `undefined` when they can. */
function whyUnknown(test: TestResult, soak: Stretch, samples: readonly MemorySample[]): string | undefined {
  if (test.target.rss === null) return whyUnseen(test)
  if (test.scenarios.some(({ workload }) => 'stages' in workload && onlyLevel(workload) === null))
    return 'the load changed; give it a constant one'
  const seconds = Math.min(soak.to - soak.from, (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0) + 1)
  if (seconds < leastSoak - tick) {
    const long = formatSeconds(Math.max(0, seconds))
    const was =
      lengthOfRun(test) < leastSoak - tick || test.scenarios.length < 2
        ? `it was soaked for ${long}`
        : `all scenarios ran together for ${long} only`
    return `${was}, and it takes at least ${leastSoak} s to tell a leak from what settles`
  }
  return samples.length < leastSamples ? `there are ${plural(samples.length, 'sample')} of ${formatSeconds(seconds)}` : undefined
}

function samplesOf({ resources }: TestResult): readonly MemorySample[] {
  return resources.flatMap(({ at, targetRss }) => (targetRss === null ? [] : [{ at, bytes: targetRss }]))
}

function describeSamples(samples: readonly MemorySample[], { from, jumps }: MemoryGrowth): readonly Fact[] {
  const judged = samples.filter(({ at }) => at >= from)
  const [first, last] = [judged[0]?.bytes ?? 0, judged.at(-1)?.bytes ?? 0]
  return [
    ['samples', `${samples.length}, judged from ${formatSeconds(from)} on`],
    ['memory', `${formatBytes(first)} then, ${formatBytes(last)} at the end`],
    ...(jumps.length > 0 ? [['jumps', formatJumps(jumps)] as const] : []),
  ]
}

function formatJumps(jumps: MemoryGrowth['jumps']): string {
  return `${formatBytes(sumOf(jumps, (jump) => jump))} in ${plural(jumps.length, 'jump')}`
}

function whyUnseen({ target }: TestResult): string {
  const why = {
    url: 'the system hides the process behind its URL, or it is elsewhere; start it by `target: { command }`',
    command: 'what responded was no process of its command',
    server: 'it ran in the process of the test; start it by `target: { command }`',
  }
  return `it cannot be seen: ${why[target.inGenerator === true ? 'server' : target.kind]}`
}

function formatPerSecond(value: number): string {
  return `${formatBytes(value)}/s`
}
