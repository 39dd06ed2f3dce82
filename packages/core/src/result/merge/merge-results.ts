import { isDeepStrictEqual } from 'node:util'
import { BenchpressError } from '../../base/errors/benchpress-error.ts'
import { showValue } from '../../base/redact/redact-text.ts'
import type { SuiteResult, TestResult } from '../shape/result.ts'
import { worstVerdict } from '../verdict/verdict.ts'
import { addTests, spanOf } from './add-tests.ts'

// Seconds by which parts of one load may start apart: they do not start at the same moment, and the clocks of two machines differ.
const apartAtMost = 0.1

/**
 * Merges results of the same plan into one.
 *
 * Results that were measured at the same time, as by several machines, are added up: counts and rates are added, and histograms bucket by bucket, so
 * that percentiles are those of all requests. Results that were measured one after the other become repeats and stay unchanged.
 *
 * @param names names of the results in the text of an error, such as their files. Default: `result 1`, `result 2` and so on
 * @throws BenchpressError `NOT_MERGEABLE` with one line for each problem
 */
export function mergeResults(
  results: readonly SuiteResult[],
  names: readonly string[] = results.map((_, index) => `result ${index + 1}`),
): SuiteResult {
  const [first, ...others] = results
  if (first === undefined || others.length === 0)
    throw notMergeable([`a merge takes two results or more, and ${results.length === 1 ? '1 was' : 'none were'} given`])
  const problems = new Set<string>()
  findDifferences(first, others, names, (problem) => problems.add(problem))
  if (problems.size > 0) throw notMergeable([...problems])
  const tests = areRepeats(results) ? repeatTests(results) : addAll(first, results, (problem) => problems.add(problem))
  if (problems.size > 0) throw notMergeable([...problems])
  const verdict = worstVerdict(tests, ({ name, variant, repeat }) => `${name}, ${variant}, run ${repeat}`)
  // The command of a part does not repeat the whole.
  const { command: _command, ...same } = first
  return { ...same, verdict, tests, merged: results.flatMap(partsOf) }
}

function partsOf({ merged, environment }: SuiteResult): NonNullable<SuiteResult['merged']> {
  return merged ?? [{ startedAt: environment.startedAt, cpu: environment.cpu.model, benchpress: environment.benchpress }]
}

function findDifferences(
  first: SuiteResult,
  others: readonly SuiteResult[],
  [firstName = '', ...names]: readonly string[],
  refuse: (problem: string) => void,
): void {
  const all = [first, ...others]
  const nameAt = (index: number): string => (index === 0 ? firstName : (names[index - 1] ?? ''))
  for (const [index, { found }] of all.entries())
    if (found !== null) refuse(`${nameAt(index)} is of a search, whose steps depend on what was found before`)
  others.forEach((other, index) => {
    const name = names[index] ?? ''
    if (!isDeepStrictEqual(other.config, first.config))
      refuse(`${name} is of another plan than ${firstName}: ${describeDifferences(first.config, other.config)}`)
    refuseMissing([first, firstName], [other, name], refuse)
    refuseMissing([other, name], [first, firstName], refuse)
  })
  findTwice(all, nameAt, refuse)
}

function refuseMissing(
  [own, name]: readonly [SuiteResult, string],
  [other, otherName]: readonly [SuiteResult, string],
  refuse: (problem: string) => void,
): void {
  const known = new Set(other.tests.map(nameOf))
  const missing = own.tests.map(nameOf).filter((test) => !known.has(test))
  if (missing.length > 0)
    refuse(`${name} has the ${missing.length === 1 ? 'test' : 'tests'} ${missing.join(', ')}, which ${otherName} has not`)
}

// One such run of the two results is enough to report.
function findTwice(all: readonly SuiteResult[], nameAt: (index: number) => string, refuse: (problem: string) => void): void {
  const runs = all.map(({ tests }) => tests.map((test) => ({ test, key: momentOf(test) })))
  runs.forEach((own, index) => {
    for (const [before, others] of runs.slice(0, index).entries()) {
      const twice = own.find(({ key }) => others.some((other) => other.key === key))
      if (twice !== undefined)
        refuse(
          `${nameAt(before)} and ${nameAt(index)} have the same run of ${nameOf(twice.test)}, which would count twice: leave one of them out`,
        )
    }
  })
}

function momentOf({ startedAt, seed, name, variant, repeat, duration }: TestResult): string {
  return JSON.stringify([startedAt, seed, name, variant, repeat, duration])
}

const mostDifferences = 3

function describeDifferences(first: unknown, other: unknown): string {
  const all = differencesIn(first, other, '')
  const more = all.length - mostDifferences
  return `${all.slice(0, mostDifferences).join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

/** Lists the differences of another config, by the path of each value: `workload.users is 5 rather than 3`. */
function differencesIn(first: unknown, other: unknown, path: string): readonly string[] {
  if (isDeepStrictEqual(first, other)) return []
  if (!isObject(first) || !isObject(other)) return [`${path === '' ? 'its config' : path} is ${describeOther(other, first)}`]
  const keys = new Set([...Object.keys(first), ...Object.keys(other)])
  return [...keys].flatMap((key) => differencesIn(first[key], other[key], path === '' ? key : `${path}.${key}`))
}

function describeOther(other: unknown, first: unknown): string {
  if (other === undefined) return 'left out'
  return `${showValue(other)} rather than ${first === undefined ? 'left out' : showValue(first)}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

// Repeats are left out of the name: each test may have several.
function nameOf({ name, variant }: TestResult): string {
  return variant === 'default' ? name : `${name}, ${variant}`
}

/** Whether each result began after the result before it had ended. */
function areRepeats(results: readonly SuiteResult[]): boolean {
  const spans = results.map(({ tests }) => spanOf(tests)).toSorted((a, b) => a.from - b.from)
  return spans.every(({ from }, index) => index === 0 || from >= (spans[index - 1]?.to ?? 0))
}

function repeatTests(results: readonly SuiteResult[]): readonly TestResult[] {
  const repeats = new Map<string, number>()
  return results
    .toSorted((a, b) => spanOf(a.tests).from - spanOf(b.tests).from)
    .flatMap(({ tests }) => tests)
    .map((test) => {
      const repeat = (repeats.get(nameOf(test)) ?? 0) + 1
      repeats.set(nameOf(test), repeat)
      return { ...test, repeat }
    })
}

function addAll(first: SuiteResult, results: readonly SuiteResult[], refuse: (problem: string) => void): readonly TestResult[] {
  return first.tests.map((test) => {
    const name = `${nameOf(test)}, run ${test.repeat}`
    const parts = results.flatMap(
      ({ tests }) => tests.find((other) => nameOf(other) === nameOf(test) && other.repeat === test.repeat) ?? [],
    )
    if (parts.length < results.length) refuse(`${name} is not in all results`)
    const starts = parts.map(({ startedAt }) => Date.parse(startedAt))
    const apart = (Math.max(...starts) - Math.min(...starts)) / 1000
    if (apart > test.duration * apartAtMost) {
      refuse(`${name} was measured neither at the same time nor one after the other: the results began ${apart} s apart`)
    }
    return addTests([test, ...parts.slice(1)], refuse)
  })
}

function notMergeable(problems: readonly string[]): BenchpressError {
  return new BenchpressError('NOT_MERGEABLE', problems.join('\n'), { hint: 'Merge results of the same config, written by -o FILE.json.' })
}
