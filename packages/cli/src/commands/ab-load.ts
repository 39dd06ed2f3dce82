import type { ScenarioConfig, SuiteConfig } from '@benchpress/core'
import { findComparisonProblems, leastComparedSeconds } from '@benchpress/core/report'
import type { ComparisonProblems, RoundsWanted } from '@benchpress/core/report'
import type { Problem } from '@benchpress/core/preset'
import { refuseReadFiles, type DocumentFile } from '@benchpress/report/outputs'
import type { CommandContext } from '../command-io.ts'
import { abDefaults } from '../flags/compare-flags.ts'
import { isUrl, type AbSides } from './ab-sides.ts'
import { isUrlElsewhere, targetOfSide, urlOfSides } from './ab-targets.ts'
import { adHocSuite } from './find-suite.ts'
import { collectProblems } from './read-settings.ts'
import { collectSuite, type ReadSuite } from './read-suite.ts'

/** The load of both sides of a comparison. */
export interface AbLoad extends LoadOfSides {
  /** The most rounds, fixed before the first, and the planned seconds of each. */
  readonly rounds: NonNullable<ComparisonProblems['rounds']>
}

type LoadOfSides = Pick<ReadSuite, 'suite' | 'isFromConfig' | 'folder' | 'output'>

/** The part of a command line that is about the load. */
interface AskedComparison {
  readonly source: string | undefined
  readonly options: Readonly<Record<string, unknown>>
  /** `undefined` where a flag of the sides is wrong. */
  readonly sides: AbSides | undefined
  readonly files: readonly DocumentFile[]
  readonly failOn: readonly string[]
  readonly rounds: RoundsWanted
}

/**
 * Reads the load of both sides, and adds everything that is wrong with the load or its conditions to `problems`, before two commits are built for minutes.
 *
 * @returns `undefined` where there is no load
 */
export async function readLoad(
  { source, options, ...asked }: AskedComparison,
  context: CommandContext,
  problems: Problem[],
): Promise<AbLoad | undefined> {
  const url = await collectProblems(async () => source ?? urlOfLoad(asked.sides, options, context), problems)
  // The outputs are those of the comparison, not of a run.
  const { output: _output, json: _json, full: _full, ...ofRun } = options
  const named = (suite: SuiteConfig): SuiteConfig => (options['title'] === undefined ? namedAfter(asked.sides, suite) : suite)
  const ofLoad: Problem[] = []
  const change = (suite: SuiteConfig): SuiteConfig => withWarmup(named(suite))
  // The load is checked with any URL where that of a side is missing.
  const load = await collectSuite(url ?? (problems.length > 0 ? anyUrl : undefined), ofRun, context, { problems: ofLoad, change })
  problems.push(...ofLoad)
  await collectProblems(async () => load && refuseReadFiles(asked.files, load), problems)
  await collectProblems(async () => load && refuseSides(asked.sides, load, context), problems)
  // Where the load of a URL is wrong, the conditions are checked with another one.
  const any = url !== undefined && isUrl(url) ? adHocSuite([url], [], {}) : undefined
  const suite = load === undefined ? any : withoutTargets(load.suite)
  const found = await findComparisonProblems(asked.failOn, suite, load?.folder ?? context.io.cwd, asked.rounds)
  if (load !== undefined) problems.push(...problemsOfLength(found))
  problems.push(...found.conditions.map(({ condition, problem, hint }) => ({ message: `--fail-on ${condition}: ${problem}`, hint })))
  return load && found.rounds && { ...load, rounds: found.rounds }
}

// Where the sides are not known, the load is checked with any URL.
const anyUrl = 'http://localhost'

function urlOfLoad(sides: AbSides | undefined, options: Readonly<Record<string, unknown>>, { io }: CommandContext): string | undefined {
  const isElsewhere = isUrlElsewhere(options, io)
  if (sides !== undefined) return urlOfSides(sides, isElsewhere)
  return isElsewhere ? undefined : anyUrl
}

/** @throws UsageError where a side cannot be the target of the tests */
function refuseSides(sides: AbSides | undefined, { suite, folder }: LoadOfSides, { io }: CommandContext): void {
  for (const side of sides === undefined ? [] : [sides.a, sides.b]) targetOfSide(side, { suite, cwd: io.cwd, folder })
}

/** Names the load of two URLs after both, rather than the first. */
function namedAfter(sides: AbSides | undefined, suite: SuiteConfig): SuiteConfig {
  const urls = sides === undefined ? [] : [sides.a.command, sides.b.command]
  if (!urls.every(isUrl)) return suite
  const places = urls.flatMap((url) => URL.parse(url) ?? [])
  const isOneHost = new Set(places.map(({ host }) => host)).size === 1
  const names = new Set(places.map(({ host, pathname }) => (isOneHost ? `${host}${pathname}` : host)))
  if (names.size < 2) return suite
  const name = [...names].join(' and ')
  return { ...suite, name, tests: suite.tests.map((test) => ({ ...test, name })) }
}

// The addresses of targets do not change what is measured.
function withoutTargets(suite: SuiteConfig): SuiteConfig {
  return { ...suite, tests: suite.tests.map((test) => ('target' in test ? { ...test, target: anyUrl } : test)) }
}

function problemsOfLength({ tooShort, tooLong }: ComparisonProblems): readonly Problem[] {
  if (tooLong === undefined) return tooShort.map(describeTooShort)
  const shorter = tooLong.canBeShorter ? ', or make the runs shorter, such as -d 3' : ''
  return [
    ...tooShort.map(describeTooShort),
    { message: tooLong.text, hint: `Give it --budget ${Math.ceil(tooLong.needed)}s or more${shorter}.` },
  ]
}

/** Says that a run is planned to be too short to be compared. */
export function describeTooShort({ scenario, seconds }: ComparisonProblems['tooShort'][number]): Problem {
  const message = `a run of ${scenario} lasts ${seconds} s, less than the ${leastComparedSeconds} s that can be compared`
  return { message, hint: 'Let it last longer, such as -d 5.' }
}

// Runs are long enough to be compared, after a warm-up in which the code of the target is compiled.
function withWarmup(suite: SuiteConfig): SuiteConfig {
  const { warmup, duration } = abDefaults
  const warmedUp = (scenario: ScenarioConfig): ScenarioConfig => {
    if (!('workload' in scenario)) return scenario
    const isOpenEnded = !('duration' in scenario.workload) && !('requests' in scenario.workload) && !('iterations' in scenario.workload)
    return { ...scenario, workload: { warmup, ...(isOpenEnded && { duration }), ...scenario.workload } } as ScenarioConfig
  }
  const tests = suite.tests.map((test) => {
    if (!('scenarios' in test)) return test
    const scenarios = Object.entries<ScenarioConfig>(test.scenarios as Record<string, ScenarioConfig>)
    return { ...test, scenarios: Object.fromEntries(scenarios.map(([name, scenario]) => [name, warmedUp(scenario)])) }
  })
  return { ...suite, tests }
}
