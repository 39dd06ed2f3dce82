import { formatBytes, formatSeconds } from '../base/units/format.ts'
import { memoryGrowth, type MemorySample } from '../result/summary/memory-growth.ts'
import { parseLimit, type Quantity } from '../result/threshold/quantity.ts'
import type { TestResult } from '../result/shape/result.ts'
import { onlyLevel } from '../result/verdict/offered-load.ts'
import { delayOf, type Stretch } from '../result/verdict/stretches.ts'
import { checkOptionNames } from './compared-runs.ts'
import { decided, ifValid, undecidedFinding, type Fact, type Finding } from './finding.ts'
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
 * Undecided when the run is invalid or ended early without reaching the limit, and when the memory of the target cannot be measured.
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
    const actual = `${formatBytes(rss)} at most, in ${samplesOf(test).length} samples`
    return decided(rss < most, test, (isNegated) => {
      const expected = `${isNegated ? 'not ' : ''}less than ${formatBytes(most)}`
      const sentence = `the target used ${formatBytes(rss)} of memory, but was expected to use ${expected}`
      return [sentence, ['expected', expected], ['actual', actual]]
    })
  })
}

/** Seconds that a run phase must last to be judged for a leak: without its first third, two samples are left for each stretch. */
export const leastSoak = 60

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
  const { kind, perSecond, interval, from } = memoryGrowth(samples, most)
  const [was, low, high, limit] = [perSecond, ...interval, most].map((value) => `${formatBytes(value)}/s`)
  const actual = `${was}, between ${low} and ${high} at 95 %`
  const facts: readonly Fact[] = [
    ['actual', actual],
    ['samples', `${samples.length}, judged from ${formatSeconds(from)} on`],
  ]
  if (kind === 'open') {
    const why = `it grows by ${actual}, but not evenly on one side of ${limit}; soak it for longer, after a longer warmup`
    return undecidedFinding(`whether the target leaks memory: ${why}`, test, facts)
  }
  return decided(kind === 'leak', test, (isNegated) => {
    const expected = `${isNegated ? 'no more' : 'more'} than ${limit}`
    return [`the memory of the target grows by ${actual}, but was expected to grow by ${expected}`, ['expected', expected], ...facts]
  })
}

function readAmount(limit: string | number, quantity: Quantity, wanted: string): number {
  const parsed = parseLimit(String(limit).trim(), quantity)
  if ('problem' in parsed && parsed.meant !== undefined) throw new TypeError(`${parsed.problem}; did you mean "${parsed.meant}"?`)
  if ('problem' in parsed) throw new TypeError(`the limit "${limit}" is not ${wanted}`)
  if (parsed.limit <= 0) throw new TypeError(`the limit "${limit}" is not above 0; write ${wanted}`)
  return parsed.limit
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
  const seconds = Math.max(0, Math.min(soak.to - soak.from, (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0) + 1))
  if (seconds < leastSoak - tick)
    return `all scenarios ran for ${formatSeconds(seconds)}, and it takes at least ${leastSoak} s to tell a leak from what settles`
  return undefined
}

function samplesOf({ resources }: TestResult): readonly MemorySample[] {
  return resources.flatMap(({ at, targetRss }) => (targetRss === null ? [] : [{ at, bytes: targetRss }]))
}

function whyUnseen({ target }: TestResult): string {
  const why = {
    url: 'the system hides the process behind its URL, or it is elsewhere; start it by `target: { command }`',
    command: 'what responded was no process of its command',
    server: 'it ran in the process of the test; start it by `target: { command }`',
  }
  return `it cannot be seen: ${why[target.inGenerator === true ? 'server' : target.kind]}`
}
