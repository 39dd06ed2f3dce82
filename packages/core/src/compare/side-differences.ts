import type { ScenarioSummary } from '../result/summary/scenario-summary.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { causeNotRun } from './doubtful-run.ts'
import { failuresApart, failuresOf, type Failures } from './failure-shares.ts'
import { nameOf, nameOfTest, runsMade, canonical, isOfSeed, machineFacts, planFacts, runsByTest, repeatedRuns } from './runs-of-test.ts'
import { nameHint } from '../base/errors/closest-name.ts'
import { BenchpressError } from '../base/errors/benchpress-error.ts'

/** Two sides that can be compared, and what they differ in besides the figures, all of it allowed. */
interface AlignedSides extends Pick<Sides, 'base' | 'head'> {
  readonly first: SuiteResult
  readonly firstOfHead: SuiteResult
  readonly differences: readonly SideDifference[]
}

/**
 * Gives the same tests of two sides the same names, so that they can be compared.
 *
 * @param options `allow` are the kinds of differences that are allowed, by default none; `names` are what the sides are called in texts
 * @throws BenchpressError `NOT_COMPARABLE` with one line for each difference besides the figures that is not allowed, or for each run that is given twice;
 * TypeError for an unknown kind of difference
 */
export function alignSides(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
  { allow = [], names = namesOfSides }: { readonly allow?: readonly DifferenceKind[]; readonly names?: Sides['names'] } = {},
): AlignedSides {
  checkAllowed(allow)
  const [first, firstOfHead] = [base[0], head[0]]
  if (first === undefined || firstOfHead === undefined)
    throw notComparable(['a side has no result'], 'Name at least one result for each side.')
  const repeated = [...findRepeated(names.base, base), ...findRepeated(names.head, head)]
  if (repeated.length > 0) throw notComparable(repeated, 'Give each run to a side once: a result and its copy are one.')
  const shared = findShared(base, head)
  if (shared.length > 0) throw notComparable(shared, 'Give each run to one side: a run is always like itself.')
  const sides = alignNames(base, head)
  const differences = findSideDifferences({ ...sides, names })
  const refused = differences.filter(({ kind }) => !allow.includes(kind))
  if (refused.length > 0)
    throw notComparable(
      refused.map(({ kind, text }) => `${kind}: ${text}`),
      `Measure both sides alike, or compare them in spite of it: allow ${[...new Set(refused.map(({ kind }) => kind))].join(', ')}.`,
    )
  return { ...sides, first, firstOfHead, differences }
}

/** Finds what the sides differ in besides the figures, with their tests named as {@link compareResults} names them. */
export function differencesOfSides(base: readonly SuiteResult[], head: readonly SuiteResult[]): readonly SideDifference[] {
  return findSideDifferences(alignNames(base, head))
}

/** Describes the runs that a side has more than once, as when a result is given twice: a repeated run would count as evidence twice. */
function findRepeated(name: string, side: readonly SuiteResult[]): readonly string[] {
  const runs = side.flatMap((suite) => (suite.found === null ? suite.tests : suite.tests.slice(0, 1)))
  return repeatedRuns(runs).map(
    ({ run, times }) => `${name} has run ${run.repeat} of ${nameOf(run)}, from ${run.startedAt} on, ${times} times`,
  )
}

/** Describes the runs that both sides have, as when a result is given for both. */
function findShared(base: readonly SuiteResult[], head: readonly SuiteResult[]): readonly string[] {
  const ofBase = new Set(base.flatMap(({ tests }) => tests))
  return head
    .flatMap(({ tests }) => tests.filter((run) => ofBase.has(run)))
    .map((run) => `both sides have run ${run.repeat} of ${nameOf(run)}, from ${run.startedAt} on`)
}

function notComparable(problems: readonly string[], hint: string): BenchpressError {
  return new BenchpressError('NOT_COMPARABLE', problems.join('\n'), { hint })
}

/** The only test of each side is taken for the same one, whatever its name: a test of a URL is named after the host. */
function alignNames(base: readonly SuiteResult[], head: readonly SuiteResult[]): Pick<Sides, 'base' | 'head'> {
  const namesOf = (side: readonly SuiteResult[]): ReadonlySet<string> =>
    new Set(side.flatMap(({ found, name, tests }) => (found === null ? tests.map((test) => test.name) : [name])))
  const [name, ...others] = namesOf(head)
  if (name === undefined || others.length > 0 || namesOf(base).size !== 1) return { base, head }
  const named = base.map((suite) =>
    suite.found === null ? { ...suite, tests: suite.tests.map((test) => ({ ...test, name })) } : { ...suite, name },
  )
  return { base: named, head }
}

/** Returns the runs of a side that sent something, in the order in which they were made, without the steps of searches. */
export function runsToCompare(side: readonly SuiteResult[]): readonly TestResult[] {
  return runsMade(side).toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
}

/** The kinds of differences between two sides. */
export const differenceKinds = ['machine', 'plan', 'load', 'seed', 'code', 'errors', 'verdict'] as const

/** What two sides can differ in, apart from the figures that they are compared by. */
export type DifferenceKind = (typeof differenceKinds)[number]

// Tests in JavaScript have no types that report an unknown kind.
function checkAllowed(allow: readonly DifferenceKind[]): void {
  if (!Array.isArray(allow)) throw new TypeError(`allow: ${JSON.stringify(allow)} is no list; write it as ['machine']`)
  const unknown = allow.find((kind) => !differenceKinds.includes(kind))
  if (unknown !== undefined) throw new TypeError(`allow: no sides differ in "${unknown}"; ${nameHint(unknown, differenceKinds)}`)
}

/** A difference between the sides besides the target, which may be the cause of a difference of figures. */
export interface SideDifference {
  readonly kind: DifferenceKind
  /** What differs, with its value on each side. */
  readonly text: string
}

/** Two sides whose tests have the same names wherever they could be matched. */
interface Sides {
  readonly base: readonly SuiteResult[]
  readonly head: readonly SuiteResult[]
  /** What the sides are called in texts. Default: `the base` and `the head`. */
  readonly names?: { readonly base: string; readonly head: string }
}

const namesOfSides = { base: 'the base', head: 'the head' }

/**
 * Finds all differences between the results of two sides besides the figures: the machine, the plan, the load, the seed, the code of journeys,
 * the share of failed requests, and runs that are invalid or ended early. Pure.
 *
 * The target is not compared, nor the name of an only test: these are what a comparison is made for.
 */
export function findSideDifferences(sides: Sides): readonly SideDifference[] {
  return [
    ...machineDifferences(sides),
    ...planDifferences(sides),
    ...testDifferences(sides),
    ...codeDifferences(sides),
    ...errorDifferences(sides),
    ...verdictDifferences(sides),
  ]
}

function machineDifferences(sides: Sides): readonly SideDifference[] {
  return machineFacts.flatMap(([name, read]) => differ('machine', name, sides, ({ environment }) => read(environment)))
}

function planDifferences({ base, head, names: sides = namesOfSides }: Sides): readonly SideDifference[] {
  const [ofBase, ofHead] = [base, head].map(
    (side) => new Set(side.flatMap(({ found, tests }) => (found === null ? tests.map(nameOf) : ['a search']))),
  )
  const missing = (side: string, names: Set<string> = new Set(), others: Set<string> = new Set()): readonly SideDifference[] => {
    const lost = [...others].filter((name) => !names.has(name))
    return lost.length === 0 ? [] : [{ kind: 'plan', text: `${side} has no ${lost.join(', no ')}` }]
  }
  const keys = new Set([...base, ...head].flatMap(({ config }) => Object.keys(planFacts(config))))
  const differing = [...keys].filter((key) => new Set([...base, ...head].map(({ config }) => canonical(planFacts(config)[key]))).size > 1)
  return [
    ...missing(sides.base, ofBase, ofHead),
    ...missing(sides.head, ofHead, ofBase),
    ...(differing.length === 0 ? [] : [{ kind: 'plan' as const, text: `the configs differ in ${differing.join(', ')}` }]),
  ]
}

function testDifferences(sides: Sides): readonly SideDifference[] {
  const all = [...sides.base, ...sides.head]
  const runs = ({ tests, found }: SuiteResult): readonly TestResult[] => (found === null ? tests : tests.slice(0, 1))
  const names = new Set(all.flatMap(runs).map(nameOf))
  return [...names].flatMap((name) => {
    const ofTest = (suite: SuiteResult): readonly TestResult[] =>
      runs(suite).filter((run) => nameOf(run) === name && causeNotRun(run) === undefined)
    const made = all.flatMap(ofTest)
    const scenarios = new Set(made.flatMap((run) => run.scenarios.map((scenario) => scenario.name)))
    return [
      ...[...scenarios].flatMap((scenario) => loadDifferences(sides, scenario, name, ofTest)),
      ...differ('load', `load threads of ${name}`, sides, (suite) =>
        ofTest(suite).map(({ generator }) => String(generator.threads.length)),
      ),
      ...(made.some(isOfSeed) ? differ('seed', `seed of ${name}`, sides, (suite) => ofTest(suite).map(({ seed }) => String(seed))) : []),
    ]
  })
}

function loadDifferences(
  sides: Sides,
  scenario: string,
  test: string,
  runsOf: (suite: SuiteResult) => readonly TestResult[],
): readonly SideDifference[] {
  const loadsOf = (suite: SuiteResult): readonly Readonly<Record<string, unknown>>[] =>
    runsOf(suite).flatMap((run) => run.scenarios.filter(({ name }) => name === scenario).map(({ workload }) => ({ ...workload })))
  const { base, head, names = namesOfSides } = sides
  const lacks = (side: readonly SuiteResult[]): boolean => side.flatMap(runsOf).length > 0 && side.flatMap(loadsOf).length === 0
  const lacking = lacks(base) ? names.base : lacks(head) ? names.head : undefined
  if (lacking !== undefined) return [{ kind: 'plan', text: `${lacking} has no scenario ${scenario} of ${test}` }]
  const keys = new Set([...base, ...head].flatMap(loadsOf).flatMap((load) => Object.keys(load)))
  return [...keys].flatMap((key) =>
    differ('load', `${key} of ${scenario}, ${test}`, sides, (suite) => loadsOf(suite).map((load) => canonical(load[key]))),
  )
}

function codeDifferences(sides: Sides): readonly SideDifference[] {
  const known = (suite: SuiteResult): readonly string[] => (suite.code ?? []).map(({ file }) => file)
  const files = new Set([...sides.base, ...sides.head].flatMap(known))
  return [...files].flatMap((file) =>
    differ('code', file, sides, ({ code = [] }) => {
      const hashes = code.filter((each) => each.file === file).map(({ hash }) => hash.slice(0, 12))
      return hashes.length === 0 ? [] : [hashes.toSorted().join(' with ')]
    }),
  )
}

function errorDifferences({ base, head, names = namesOfSides }: Sides): readonly SideDifference[] {
  const [ofBase, ofHead] = [base, head].map(errorsOf)
  return [...(ofBase ?? [])].flatMap(([name, shares]) => {
    const apart = failuresApart(shares, ofHead?.get(name) ?? [], { base: `on ${names.base}`, head: `on ${names.head}` })
    return apart === null ? [] : [{ kind: 'errors' as const, text: `${name} ${apart}` }]
  })
}

function errorsOf(side: readonly SuiteResult[]): ReadonlyMap<string, readonly Failures[]> {
  const scenarios = runsMade(side).flatMap((run) =>
    run.scenarios.map((scenario): [string, ScenarioSummary] => [`${scenario.name}, ${nameOf(run)}`, scenario]),
  )
  return new Map(
    [...Map.groupBy(scenarios, ([name]) => name)].map(([name, all]) => [name, all.map(([, scenario]) => failuresOf(scenario))]),
  )
}

function verdictDifferences({ base, head, names = namesOfSides }: Sides): readonly SideDifference[] {
  const ofSide = (side: string, suites: readonly SuiteResult[]): readonly SideDifference[] =>
    suites
      .flatMap((suite) => (suite.found === null ? suite.tests.flatMap((run) => doubtOf(run) ?? []) : doubtOfSearch(suite)))
      .map((doubt) => ({ kind: 'verdict', text: `on ${side}, ${doubt}` }))
  return [...ofSide(names.base, base), ...ofSide(names.head, head)]
}

/** What is wrong with a run, such as `run 2 of shop is invalid (zero-successes)`; `undefined` for a run that reached its end and can be believed. */
function doubtOf(run: TestResult): string | undefined {
  const name = `run ${run.repeat} of ${nameOf(run)}`
  if (run.interrupted !== null) return causeNotRun(run) === undefined ? `${name} ended early` : `${name} was not made`
  if (run.verdict.level !== 'invalid') return undefined
  const rules = new Set(run.verdict.reasons.filter(({ level }) => level === 'invalid').map(({ rule }) => rule))
  return `${name} is invalid (${[...rules].join(', ')})`
}

/** Why the rate that a search found cannot be believed; empty when it can. */
export function doubtOfSearch({ name, verdict, found }: SuiteResult): readonly string[] {
  if (verdict.level === 'invalid') return [`the search ${name} is invalid`]
  return found?.complete === false ? [`the search ${name} did not come to its end`] : []
}

function differ(
  kind: DifferenceKind,
  name: string,
  { base, head, names = namesOfSides }: Sides,
  read: (suite: SuiteResult) => string | readonly string[],
): readonly SideDifference[] {
  const [ofBase, ofHead] = [base, head].map((side) => [...new Set(side.flatMap(read))])
  if (ofBase === undefined || ofHead === undefined) return []
  // A fact that only one side has is a difference of the plan.
  if (ofBase.length === 0 || ofHead.length === 0) return kind === 'code' ? [{ kind, text: `${name} is known of one side only` }] : []
  if (new Set([...ofBase, ...ofHead]).size < 2) return []
  return [{ kind, text: `${name}: ${ofBase.join(' and ')} on ${names.base}, ${ofHead.join(' and ')} on ${names.head}` }]
}

/**
 * Finds rules by which all runs of a test on one side are suspect, and none on the other, such as a generator that was saturated on one side only.
 * Pure. The sides are still compared, and the rules are reported, because they may explain the difference.
 */
export function findSuspectSides({ base, head, names = namesOfSides }: Sides): readonly SideDifference[] {
  const [ofBase, ofHead] = [rulesOf(base), rulesOf(head)]
  const alone = (side: string, own: RulesByTest, other: string, others: RulesByTest): readonly SideDifference[] =>
    [...own].flatMap(([test, runs]) => {
      const [first] = runs
      const far = others.get(test)?.flat()
      return first === undefined || far === undefined
        ? []
        : first
            .filter((rule) => runs.every((rules) => rules.includes(rule)) && !far.includes(rule))
            .map((rule) => ({
              kind: 'verdict' as const,
              text: `all runs of ${test} are suspect by ${rule} on ${side}, and none on ${other}`,
            }))
    })
  return [...alone(names.base, ofBase, names.head, ofHead), ...alone(names.head, ofHead, names.base, ofBase)]
}

type RulesByTest = ReadonlyMap<string, readonly (readonly string[])[]>

// Runs that cannot be believed at all are not searched for other rules.
function rulesOf(side: Sides['base']): RulesByTest {
  const believed = runsByTest(side).map(({ runs, ...of }) => ({ of, runs: runs.filter(({ verdict }) => verdict.level !== 'invalid') }))
  return new Map(believed.filter(({ runs }) => runs.length > 0).map(({ of, runs }) => [nameOfTest(of), runs.map(suspectRules)]))
}

function suspectRules({ verdict }: TestResult): readonly string[] {
  return [...new Set(verdict.reasons.filter(({ level }) => level === 'suspect').map(({ rule }) => rule))]
}
