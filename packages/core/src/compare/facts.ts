import { hash } from 'node:crypto'
import { posix } from 'node:path'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import type { Machine } from '../result/summary/generator-summary.ts'

/** Runs of one test, with the results that contain them. */
interface Runs {
  readonly runs: readonly TestResult[]
  readonly suites: readonly SuiteResult[]
}

/** Facts by their names, such as the Node.js of a machine. */
export type Facts = Readonly<Record<string, string>>

/** What must be the same for figures to be compared, by kind and name; plans are compared by their hashes. */
export type Alike = Readonly<Record<'load' | 'plan' | 'seed' | 'code', Facts>>

const machineFacts: readonly (readonly [name: string, read: (machine: Machine) => string])[] = [
  ['processor', ({ cpu }) => cpu.model],
  ['CPUs', ({ cpu }) => (cpu.usable === cpu.count ? `${cpu.count}` : `${cpu.usable} of ${cpu.count}`)],
  ['platform', ({ os, arch }) => `${os.split(' ')[0] ?? os} ${arch}`],
  ['Node.js', ({ node }) => node],
  ['benchpress', ({ benchpress }) => benchpress],
]

/** The facts of machines and their tools that must be the same for results of different days to be compared. */
export function machineOf(...machines: readonly Machine[]): Facts {
  return factsOf(machines.flatMap((machine) => machineFacts.map(([name, read]): Fact => [name, read(machine)])))
}

/** The facts of a test that must be the same for results of different days to be compared. */
export function alikeOf({ runs, suites }: Runs): Alike {
  const first = runs.slice(0, 1)
  return {
    load: factsOf(runs.flatMap(loadOf), true),
    plan: factsOf(
      suites.flatMap(({ config }) => first.flatMap((run) => planOf(configsOf(config, run).own))),
      true,
    ),
    seed: factsOf(runs.filter(isOfSeed).map(({ seed }) => ['seed', String(seed)])),
    code: factsOf(
      suites.flatMap((suite) => first.flatMap((run) => codeOf(suite, run))),
      true,
    ),
  }
}

/** Identifies a target by a hash of its URL or command in the config, with those of its variant. */
export function hashOfTarget({ runs, suites, variant }: Runs & { readonly variant: string }): string {
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
export function differingKeys(before: Facts, now: Facts): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((key) => before[key] !== now[key])
}

type Fact = readonly [name: string, text: string]

// A fact that differs between runs of one side differs from every side whose runs are alike.
function factsOf(facts: readonly Fact[], areSorted: boolean = false): Facts {
  const joined = [...Map.groupBy(facts, ([name]) => name)].map(([name, all]): Fact => [
    name,
    [...new Set(all.map(([, text]) => text))].toSorted().join(' and '),
  ])
  return Object.fromEntries(areSorted ? joined.toSorted(([a], [b]) => (a < b ? -1 : 1)) : joined)
}

function loadOf({ scenarios, generator }: TestResult): readonly Fact[] {
  const workloads = scenarios.flatMap(({ name, workload }) =>
    Object.entries(workload).map(([key, value]): Fact => [`${key} of ${name}`, canonical(value)]),
  )
  return [...workloads, ['load threads', String(generator.threads.length)]]
}

// Keys that are compared elsewhere, or that do not describe the load: the loads of scenarios and the seed are compared as the result describes them.
const besides = new Set(['name', 'title', 'target', 'variants', 'thresholds', 'seed', 'repeats', 'pause'])

/** The part of a config that describes the plan, by its keys: everything but its target, its loads, its conditions and its names. */
function planOf(config: unknown): readonly Fact[] {
  if (!isObject(config)) return []
  const kept = Object.entries(config).filter(([key]) => !besides.has(key))
  return kept
    .flatMap(([key, value]) => (key === 'scenarios' && isObject(value) ? Object.entries(value).map(scenarioOf) : [[key, value] as const]))
    .map(([key, value]) => [key, shortHash(canonical(value))])
}

function scenarioOf([name, scenario]: [string, unknown]): readonly [string, unknown] {
  const { workload: _load, ...others } = isObject(scenario) ? scenario : {}
  return [`scenarios.${name}`, others]
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

// The requests of a run of users depend on its seed. Connections send the same requests whatever the seed.
function isOfSeed({ scenarios }: TestResult): boolean {
  return scenarios.some(({ users }) => users !== null)
}

/** The first digits of a hash, enough to tell texts apart. */
export function shortHash(text: string, digits: number = 12): string {
  return hash('sha256', text).slice(0, digits)
}

/** JSON whose keys are in one order, so that equal plans are equal texts. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, each: unknown) =>
      isObject(each) && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
    ) ?? 'nothing'
  )
}
