import { InvalidConfigError, type BenchpressError, type ScenarioConfig, type SuiteConfig } from '@benchpress/core'
import { findComparisonProblems, leastComparedSeconds } from '@benchpress/core/report'
import type { ComparisonProblems, RoundsWanted } from '@benchpress/core/report'
import type { Problem } from '@benchpress/core/preset'
import { refuseReadFiles, type DocumentFile } from '@benchpress/report/outputs'
import type { CommandContext } from '../command-io.ts'
import { abDefaults } from '../flags/compare-flags.ts'
import { inFlagWords } from '../flags/in-flag-words.ts'
import { isUrl, type AbSides } from './ab-sides.ts'
import { isUrlElsewhere, targetOfSide, urlOfSides } from './ab-targets.ts'
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
  const ofLoad: Problem[] = []
  const url = await collectProblems(async () => source ?? urlOfLoad(asked.sides, options, context), ofLoad)
  // The outputs are those of the comparison, not of a run.
  const { output: _output, json: _json, full: _full, ...ofRun } = options
  const read = await collectSuite(ofLoad.length > 0 ? anyUrl : url, ofRun, context, ofLoad)
  const named = (suite: SuiteConfig): SuiteConfig => (options['title'] === undefined ? namedAfter(asked.sides, suite) : suite)
  const load = read && { ...read, suite: read.isFromConfig ? read.suite : withWarmup(named(read.suite)) }
  problems.push(...ofLoad)
  await collectProblems(async () => read && refuseReadFiles(asked.files, read), problems)
  // A setting that is missing only because its flag is wrong is not reported as missing.
  const right = ofLoad.length === 0 ? load : undefined
  await collectProblems(async () => right && refuseSides(asked.sides, right, context), problems)
  const found = await findComparisonProblems(asked.failOn, load && withoutTargets(load.suite), load?.folder ?? context.io.cwd, asked.rounds)
  problems.push(...(right === undefined ? [] : problemsOfLoad(found, right)))
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
  const places = urls.map((url) => new URL(url))
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

function problemsOfLoad({ load: wrong, tooShort, tooLong }: ComparisonProblems, { suite, isFromConfig }: LoadOfSides): readonly Problem[] {
  const short = tooShort.map(describeTooShort)
  const long =
    tooLong === undefined
      ? []
      : [
          {
            message: tooLong.text,
            hint: `Give it --budget ${Math.ceil(tooLong.needed)}s or more${tooLong.canBeShorter ? ', or make the runs shorter, such as -d 3' : ''}.`,
          },
        ]
  return [...(wrong === undefined ? [] : problemsOfError(wrong, isFromConfig ? undefined : suite)), ...short, ...long]
}

/** Says that a run is planned to be too short to be compared. */
export function describeTooShort({ scenario, seconds }: ComparisonProblems['tooShort'][number]): Problem {
  const message = `a run of ${scenario} lasts ${seconds} s, less than the ${leastComparedSeconds} s that can be compared`
  return { message, hint: 'Let it last longer, such as -d 5.' }
}

function problemsOfError(error: BenchpressError, ofFlags: SuiteConfig | undefined): readonly Problem[] {
  if (!(error instanceof InvalidConfigError)) return [{ message: error.message, hint: error.hint }]
  if (ofFlags !== undefined) return inFlagWords(error, ofFlags).problems
  return error.message.split('\n').map((message) => ({ message }))
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
