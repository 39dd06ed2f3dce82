import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { nameHint } from '../base/errors/closest-name.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { causeNotRun } from './doubtful-run.ts'
import { differingKeys, type Facts } from './facts.ts'
import { failuresDiffer } from './failure-shares.ts'
import { doubtOfSearch, nameOfRun, nameOfTest, runsByTest, type MeasuredTest, type Side } from './side.ts'

/** The kinds of differences between two sides. */
const differenceKinds = ['machine', 'plan', 'load', 'seed', 'code', 'errors', 'verdict'] as const

/** What two sides can differ in, apart from the figures that they are compared by. */
export type DifferenceKind = (typeof differenceKinds)[number]

/** A difference between the sides besides the target, which may be the cause of a difference of figures. */
export interface SideDifference {
  readonly kind: DifferenceKind
  /** What differs, with its value on each side. */
  readonly text: string
}

/** Two sides are refused because they differ in more than the figures that they are compared by. */
export class SidesDifferError extends BenchpressError {
  /** Everything that differs and is not allowed to. */
  readonly differences: readonly SideDifference[]

  constructor(differences: readonly SideDifference[]) {
    const kinds = new Set(differences.map(({ kind }) => kind))
    super('NOT_COMPARABLE', differences.map(({ kind, text }) => `${kind}: ${text}`).join('\n'), {
      hint: `Measure both sides alike, or compare them in spite of it: allow ${[...kinds].join(', ')}.`,
    })
    this.differences = differences
  }
}

/**
 * Checks the kinds of differences that are allowed, since tests in JavaScript have no types to report an unknown one.
 *
 * @throws TypeError for an unknown kind
 */
export function checkAllowed(allow: readonly DifferenceKind[]): void {
  if (!Array.isArray(allow)) throw new TypeError(`allow: ${JSON.stringify(allow)} is no list; write it as ['machine']`)
  const unknown = allow.find((kind) => !differenceKinds.includes(kind))
  if (unknown !== undefined) throw new TypeError(`allow: no sides differ in "${unknown}"; ${nameHint(unknown, differenceKinds)}`)
}

/** What a side is called, such as `the base`, and as the place of a value, such as `on the base`. */
interface SideName {
  readonly name: string
  readonly at: string
}

/** What both sides are called. */
export type SideNames = Readonly<Record<'base' | 'head', SideName>>

/** Names both sides, such as `the base` and `the head`. */
export function namesOfSides(base: string, head: string): SideNames {
  return { base: { name: base, at: `on ${base}` }, head: { name: head, at: `on ${head}` } }
}

/**
 * Finds what one test on both sides differs in besides the figures: the machine, the plan, the load, the seed, the code of journeys, and the share of
 * failed requests. Pure.
 *
 * The target is not compared: that is what a comparison is made for.
 *
 * @param of the name of the test, where the sides have several
 */
export function differencesOfTest(
  base: MeasuredTest,
  head: MeasuredTest,
  { names, of }: { readonly names: SideNames; readonly of?: string },
): readonly SideDifference[] {
  const place = of === undefined ? '' : `, ${of}`
  const [ofBase, ofHead] = [base, head].map(({ failed }) => Object.keys(failed)) as [string[], string[]]
  const missing = { base: missingIn(ofBase, ofHead), head: missingIn(ofHead, ofBase) }
  const lacking = [...missing.base, ...missing.head]
  const differ = (kind: DifferenceKind, before: Facts, now: Facts, at: string = ''): readonly SideDifference[] =>
    listDifferences(before, now, names, lacking).map(([fact, values]) => ({ kind, text: `${fact}${at}: ${values}` }))
  const plans = listDifferences(base.alike.plan, head.alike.plan, names, lacking).map(([fact]) => fact)
  return [
    ...differ('machine', base.machine, head.machine),
    ...lacks(names.base, missing.base, 'scenario ', place),
    ...lacks(names.head, missing.head, 'scenario ', place),
    ...(plans.length === 0 ? [] : [{ kind: 'plan', text: `the configs differ in ${plans.join(', ')}` } as const]),
    ...differ('load', base.alike.load, head.alike.load, place),
    ...differ('seed', base.alike.seed, head.alike.seed, place),
    ...differ('code', base.alike.code, head.alike.code),
    ...Object.entries(head.failed).flatMap(([scenario, share]) => {
      const known = base.failed[scenario]
      const texts = { base: names.base.at, head: names.head.at }
      const apart = known === undefined ? null : failuresDiffer([{ share: known }], [{ share }], texts)
      return apart === null ? [] : [{ kind: 'errors', text: `${scenario}${place} ${apart}` } as const]
    }),
  ]
}

function missingIn(some: readonly string[], others: readonly string[]): readonly string[] {
  return others.filter((name) => !some.includes(name))
}

function lacks({ name }: SideName, missing: readonly string[], what: string, place: string = ''): readonly SideDifference[] {
  return missing.length === 0 ? [] : [{ kind: 'plan', text: `${name} has no ${what}${missing.join(`, no ${what}`)}${place}` }]
}

/** The facts that are not the same on both sides, with their values, without the load and the plan of scenarios that one side lacks. */
function listDifferences(
  before: Facts,
  now: Facts,
  { base, head }: SideNames,
  lacking: readonly string[] = [],
): readonly (readonly [fact: string, values: string])[] {
  return differingKeys(before, now)
    .filter((fact) => !lacking.some((scenario) => fact.endsWith(` of ${scenario}`) || fact === `scenarios.${scenario}`))
    .map((fact) => [fact, `${before[fact] ?? 'nothing'} ${base.at}, ${now[fact] ?? 'nothing'} ${head.at}`])
}

/** The facts that differ between two machines, as a list. */
export function describeMachines(before: Facts, now: Facts, names: SideNames): string {
  return listDifferences(before, now, names)
    .map(([fact, values]) => `${fact}: ${values}`)
    .join(', ')
}

/**
 * Finds all differences between two sides besides the figures: the tests that one side lacks, what each test differs in, and runs and searches that cannot
 * be believed. Pure.
 */
export function differencesOfSides(base: Side, head: Side, names: SideNames): readonly SideDifference[] {
  const [ofBase, ofHead] = [base, head].map(({ tests }) => tests.map(keyOf)) as [string[], string[]]
  const found = [
    ...lacks(names.base, missingIn(ofBase, ofHead), ''),
    ...lacks(names.head, missingIn(ofHead, ofBase), ''),
    ...base.tests.flatMap((test) => {
      const other = head.tests.find((each) => keyOf(each) === keyOf(test))
      return other === undefined ? [] : differencesOfTest(test, other, { names, of: nameOfTest(test) })
    }),
    ...verdictDifferences(base, names.base),
    ...verdictDifferences(head, names.head),
  ]
  // The tests of a side share a machine, and mostly the code.
  const alike = new Map(found.map((each) => [`${each.kind} ${each.text}`, each]))
  return [...alike.values()].toSorted((a, b) => differenceKinds.indexOf(a.kind) - differenceKinds.indexOf(b.kind))
}

function keyOf(of: MeasuredTest): string {
  return of.figures.some(({ part }) => part.kind === 'search') ? `search ${of.test}` : nameOfTest(of)
}

function verdictDifferences({ suites }: Side, { at }: SideName): readonly SideDifference[] {
  return suites
    .flatMap((suite) => (suite.found === null ? suite.tests.flatMap((run) => doubtOf(run) ?? []) : (doubtOfSearch(suite) ?? [])))
    .map((doubt) => ({ kind: 'verdict', text: `${at}, ${doubt}` }))
}

/** What is wrong with a run, such as `run 2 of shop is invalid (no-success)`; `undefined` for a run that reached its end and can be believed. */
function doubtOf(run: TestResult): string | undefined {
  if (run.interrupted !== null) return `${nameOfRun(run)} ${causeNotRun(run) === undefined ? 'ended early' : 'was not made'}`
  if (run.verdict.level !== 'invalid') return undefined
  return `${nameOfRun(run)} is invalid (${rulesOf(run, 'invalid').join(', ')})`
}

function rulesOf({ verdict }: TestResult, level: 'invalid' | 'suspect'): readonly string[] {
  return [...new Set(verdict.reasons.filter((reason) => reason.level === level).map(({ rule }) => rule))]
}

/**
 * Finds rules by which all runs of a test on one side are suspect, and none on the other, such as a generator that was saturated on one side only.
 * Pure. The sides are still compared, and the rules are reported, because they may explain the difference.
 */
export function findSuspectSides(base: readonly SuiteResult[], head: readonly SuiteResult[], names: SideNames): readonly SideDifference[] {
  const [ofBase, ofHead] = [suspectRules(base), suspectRules(head)]
  return [...alone(names.base, ofBase, names.head, ofHead), ...alone(names.head, ofHead, names.base, ofBase)]
}

type RulesByTest = ReadonlyMap<string, readonly (readonly string[])[]>

function alone({ at }: SideName, own: RulesByTest, other: SideName, others: RulesByTest): readonly SideDifference[] {
  return [...own].flatMap(([test, [first = [], ...runs]]) => {
    const far = others.get(test)?.flat()
    return first
      .filter((rule) => far !== undefined && runs.every((rules) => rules.includes(rule)) && !far.includes(rule))
      .map((rule) => ({ kind: 'verdict', text: `all runs of ${test} are suspect by ${rule} ${at}, and none ${other.at}` }) as const)
  })
}

// Runs that cannot be believed at all are not searched for other rules.
function suspectRules(side: readonly SuiteResult[]): RulesByTest {
  const believed = runsByTest(side).map((of) => [nameOfTest(of), of.runs.filter(({ verdict }) => verdict.level !== 'invalid')] as const)
  return new Map(believed.filter(([, runs]) => runs.length > 0).map(([test, runs]) => [test, runs.map((run) => rulesOf(run, 'suspect'))]))
}
