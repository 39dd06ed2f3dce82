import { hash } from 'node:crypto'
import { posix } from 'node:path'
import { errorRate } from '../result/summary/scenario-summary.ts'
import type { Machine } from '../result/summary/generator-summary.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { causeNotRun, whyDoubtful } from './doubtful-run.ts'

/** What must be the same for figures to be compared, by kind and name; plans are compared by their hashes. */
export type Alike = Readonly<Record<'load' | 'plan' | 'seed' | 'code', Readonly<Record<string, string>>>>

/** The runs of one test on one variant, with the results that contain them. */
export interface RunsOfTest {
  readonly test: string
  readonly variant: string
  readonly runs: readonly TestResult[]
  readonly suites: readonly SuiteResult[]
}

/** The name of a test, followed by its variant where it has one. */
export function nameOf({ name, variant }: Pick<TestResult, 'name' | 'variant'>): string {
  return variant === 'default' ? name : `${name} (${variant})`
}

/** The same name of a test whose runs are grouped, stored or compared. */
export function nameOfTest({ test, variant }: Pick<RunsOfTest, 'test' | 'variant'>): string {
  return nameOf({ name: test, variant })
}

/** Returns the runs of results that sent something, without the steps of searches. */
export function runsMade(suites: readonly SuiteResult[]): readonly TestResult[] {
  return suites.flatMap(({ tests, found }) => (found === null ? tests : [])).filter((run) => causeNotRun(run) === undefined)
}

/** Finds the runs that were made and decide nothing, each with the reason, such as `run 2 of shop is invalid`. */
export function doubtfulRuns(runs: readonly TestResult[]): readonly { readonly run: TestResult; readonly text: string }[] {
  return runs.flatMap((run) => {
    const doubt = whyDoubtful(run)
    return doubt === null ? [] : [{ run, text: `run ${run.repeat} of ${nameOf(run)} ${doubt}` }]
  })
}

/** Groups the runs of results by test and variant, in the order in which they were made, without the steps of searches. */
export function runsByTest(suites: readonly SuiteResult[]): readonly RunsOfTest[] {
  const made = suites.flatMap((suite) => (suite.found === null ? suite.tests.map((run) => ({ run, suite })) : []))
  return [...Map.groupBy(made, ({ run }) => nameOf(run)).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const { name: test, variant } = first.run
    const runs = own.map(({ run }) => run).toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
    return [{ test, variant, runs, suites: [...new Set(own.map(({ suite }) => suite))] }]
  })
}

/** Lists why the runs of a test decide nothing, such as `run 2 is invalid`: a run was not made, ended early, cannot be believed or is repeated. */
export function doubtsOf({ runs }: RunsOfTest): readonly string[] {
  return [
    ...runs.flatMap((run) => {
      const doubt = run.interrupted === null ? whyDoubtful(run) : 'ended early'
      return doubt === null ? [] : [`run ${run.repeat} ${doubt}`]
    }),
    ...repeatedRuns(runs).map(({ run, times }) => `run ${run.repeat}, from ${run.startedAt} on, is given ${times} times`),
  ]
}

/** Finds the runs that occur more than once, as when a result is given twice: a repeated run would count as evidence twice. */
export function repeatedRuns(runs: readonly TestResult[]): readonly { readonly run: TestResult; readonly times: number }[] {
  const alike = Map.groupBy(runs, (run) => JSON.stringify([nameOf(run), run.repeat, run.startedAt])).values()
  return [...alike].flatMap(([run, ...copies]) =>
    run === undefined || copies.length === 0 || causeNotRun(run) !== undefined ? [] : [{ run, times: copies.length + 1 }],
  )
}

/** The facts of a machine and its tools that must be the same for results of different days to be compared. */
export function machineOf(machine: Machine): Readonly<Record<string, string>> {
  return Object.fromEntries(machineFacts.map(([name, read]) => [name, read(machine)]))
}

/** The facts of a test that must be the same for results of different days to be compared. */
export function alikeOf({ runs, suites }: RunsOfTest): Alike {
  return {
    load: factsOf(runs.flatMap(loadOf)),
    plan: factsOf(suites.flatMap((suite) => runs.slice(0, 1).flatMap((run) => planOf(suite, run)))),
    seed: factsOf(runs.filter(isOfSeed).map(({ seed }) => ['seed', String(seed)])),
    code: factsOf(suites.flatMap((suite) => runs.slice(0, 1).flatMap((run) => codeOf(suite, run)))),
  }
}

/** Identifies a target by a hash of its URL or command in the config, with those of its variant. */
export function targetOf({ runs, suites, variant }: RunsOfTest): string {
  const targets = suites.flatMap(({ config }) =>
    runs.slice(0, 1).map((run) => {
      const { own } = configsOf(config, run)
      const { target, variants } = isObject(own) ? own : {}
      return canonical([target, isObject(variants) ? variants[variant] : undefined])
    }),
  )
  return shortHash([...new Set(targets)].toSorted().join('\n'))
}

/** The names of facts that are not the same before and now. */
export function differingKeys(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((key) => before[key] !== now[key])
}

type Fact = readonly [name: string, text: string]

// A fact that differs between runs of one side differs from every other side.
function factsOf(facts: readonly Fact[]): Readonly<Record<string, string>> {
  const byName = Map.groupBy(facts, ([name]) => name)
  return sorted([...byName].map(([name, all]): Fact => [name, [...new Set(all.map(([, text]) => text))].toSorted().join(' and ')]))
}

function sorted<Value>(entries: readonly (readonly [name: string, value: Value])[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function loadOf({ scenarios, generator }: TestResult): readonly Fact[] {
  const workloads = scenarios.flatMap(({ name, workload }) =>
    Object.entries(workload).map(([key, value]): Fact => [`${key} of ${name}`, canonical(value)]),
  )
  return [...workloads, ['load threads', String(generator.threads.length)]]
}

function planOf({ config }: SuiteResult, run: TestResult): readonly Fact[] {
  const { own } = configsOf(config, run)
  return Object.entries(planFacts(own)).map(([key, value]): Fact => [key, shortHash(canonical(value))])
}

// A journey that only another test of the suite names is not part of the code of this test.
function codeOf({ config, code = [] }: SuiteResult, run: TestResult): readonly Fact[] {
  const { own, others } = configsOf(config, run)
  const [ofOwn, ofOthers] = [textsOf(own), others.flatMap(textsOf)]
  const names = others.map((other) => nameOfConfig(other))
  const isNamed = (file: string, texts: readonly string[]): boolean =>
    texts.some((text) => posix.normalize(text) === file || text.endsWith(`/${file}`))
  return code
    .filter(({ file }) => isNamed(file, ofOwn) || !(isNamed(file, ofOthers) || names.some((name) => file.endsWith(`, ${name}`))))
    .map(({ file, hash: of }): Fact => [file, of.slice(0, 12)])
}

/** The part of a config that a run was made from, and the parts of the other tests. */
function configsOf(config: unknown, { name, sweep }: TestResult): { readonly own: unknown; readonly others: readonly unknown[] } {
  const whole: readonly unknown[] = Array.isArray(config) ? config : [config]
  const tests = whole.flatMap((each) => (isObject(each) && Array.isArray(each['tests']) ? (each['tests'] as unknown[]) : [each]))
  const own = tests.length === 1 ? tests[0] : tests.find((each) => nameOfConfig(each) === (sweep?.of ?? name))
  return { own, others: tests.filter((each) => each !== own) }
}

function nameOfConfig(config: unknown): string {
  return isObject(config) && typeof config['name'] === 'string' ? config['name'] : 'test'
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The first digits of a hash, enough to tell texts apart. */
export function shortHash(text: string, digits: number = 12): string {
  return hash('sha256', text).slice(0, digits)
}

/** The mean share of failed requests of each scenario, over its runs. */
export function failedOf(runs: readonly TestResult[]): Readonly<Record<string, number>> {
  const shares = runs.flatMap(({ scenarios }) => scenarios.map((scenario) => [scenario.name, errorRate(scenario)] as const))
  const byName = Map.groupBy(shares, ([name]) => name)
  return sorted([...byName].map(([name, all]) => [name, rounded(all.reduce((sum, [, share]) => sum + share, 0) / all.length)] as const))
}

/** Rounds a value to six digits: more than a run measures, and few enough to read a difference. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6))
}

/** The facts that must be the same on the machines of two sides, each with its name and the function that reads it as text. */
export const machineFacts: readonly (readonly [name: string, read: (machine: Machine) => string])[] = [
  ['processor', ({ cpu }) => cpu.model],
  ['CPUs', ({ cpu }) => (cpu.usable === cpu.count ? `${cpu.count}` : `${cpu.usable} of ${cpu.count}`)],
  ['platform', ({ os, arch }) => `${os.split(' ')[0] ?? os} ${arch}`],
  ['Node.js', ({ node }) => node],
  ['benchpress', ({ benchpress }) => benchpress],
]

// Keys that are compared elsewhere, or that do not describe the load: the loads of scenarios and the seed are compared as the result describes them.
const besides = new Set(['name', 'title', 'target', 'variants', 'thresholds', 'seed', 'repeats', 'pause'])

/** The part of a config that describes the plan, by its keys: everything but its target, its loads, its conditions and its names. */
export function planFacts(config: unknown): Readonly<Record<string, unknown>> {
  if (typeof config !== 'object' || config === null) return {}
  if (Array.isArray(config))
    return Object.fromEntries(
      config.flatMap((test, index) => Object.entries(planFacts(test)).map(([key, value]) => [`[${index}].${key}`, value])),
    )
  const { tests, ...own } = config as Readonly<Record<string, unknown>>
  const kept = Object.entries(own).flatMap(([key, value]): [string, unknown][] => {
    if (besides.has(key)) return []
    return key === 'scenarios' ? scenariosOf(value) : [[key, value]]
  })
  return { ...Object.fromEntries(kept), ...planFacts(tests) }
}

function scenariosOf(scenarios: unknown): [string, unknown][] {
  if (typeof scenarios !== 'object' || scenarios === null) return []
  return Object.entries(scenarios).map(([name, scenario]) => {
    const { workload: _load, ...others } = scenario as Readonly<Record<string, unknown>>
    return [`scenarios.${name}`, others]
  })
}

/** Whether the requests of a run depend on its seed. Connections send the same requests whatever the seed. */
export function isOfSeed({ scenarios }: TestResult): boolean {
  return scenarios.some(({ users }) => users !== null)
}

/** JSON whose keys are in one order, so that equal plans are equal texts. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? 'nothing'
  )
}
