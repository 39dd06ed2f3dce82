import { relative, resolve } from 'node:path'
import type { Command } from 'commander'
import type { ComparisonDecision, ScenarioConfig, SuiteConfig, TargetConfig, TargetsComparison } from '@benchpress/core'
import { UsageError, usageError, type Problem } from '@benchpress/core/preset'
import { findConfigFile } from '../config-file/find-config-file.ts'
import { addFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { abFlags, abOutputFlags, type AbSettings } from '../flags/ab-flags.ts'
import { suiteFlags } from '../flags/suite-flags.ts'
import { exitCodes, InterruptedError, type CommandContext, type CommandIo } from '../command-io.ts'
import type { ComparisonFile } from '@benchpress/report/outputs'
import { withSides, type Side, type Sides, type WantedSides } from './ab-sides.ts'
import type { ReadSuite } from './read-suite.ts'
import { addRequestFlags } from './run-command.ts'

/** Adds `benchpress ab --a SIDE --b SIDE`, which compares two targets by rounds. */
export function addAbCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('ab [source]')
    .usage("--a 'COMMAND' --b 'COMMAND' [options] URL | config file")
    .description('compare two targets by the same load, in rounds of A, B, B, A, until it is decided')
  addFlags(command, 'Comparison:', abFlags)
  addRequestFlags(command)
  const { title, scale } = suiteFlags
  addFlags(command, 'Test:', { title, scale })
  addFlags(command, 'Output:', abOutputFlags)
  addRefusedFlags(command)
  command.addHelpText('after', closing)
  command.action(async (source: string | undefined, options: Readonly<Record<string, unknown>>) => {
    context.finish(await compareSides(source, options, context))
  })
}

const closing = `
Exit codes: 0 done, 2 a wrong flag, 96 a side failed, 97 too few rounds count (--strict: or a condition is undecided), 98 a regression, 130 interrupted.
`

async function compareSides(
  source: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<number> {
  const { io } = context
  const { readFlags } = await import('../flags/read-flags.ts')
  const { prepareComparison, writeComparison } = await import('@benchpress/report/outputs')
  const problems: Problem[] = []
  const settings: AbSettings = {
    ...readFlags(abFlags, { options, env: io.env, cwd: io.cwd }, problems),
    ...readFlags(abOutputFlags, { options, env: io.env, cwd: io.cwd }, problems),
  }
  const { rounds, failOn = [] } = settings
  const wanted = readSides(settings, problems)
  const { hideSecretsOf, hideVariables, leastRounds, parseWritten } = await import('@benchpress/core/report')
  if (rounds !== undefined && rounds < leastRounds) problems.push({ message: `--rounds ${rounds}: must be at least ${leastRounds}` })
  for (const written of failOn.map(parseWritten)) {
    if ('problem' in written) problems.push({ message: `--fail-on ${written.problem}`, hint: written.hint })
  }
  const files = await prepareComparison(settings.outputs ?? [], io.cwd, problems)
  if (problems.length > 0 || wanted === undefined) throw new UsageError(problems)
  const load = await readLoad(source, options, { ...settings, ...commandsOf(wanted), files }, context)
  // What builds and targets print is quoted, and a comment has more readers than a log.
  const hide = <Data>(data: Data): Data => hideVariables(io.env, hideSecretsOf(load.suite, data))
  const compared = hide(await withSides(wanted, { ...io, hide }, (sides) => compareWith(load, { ...settings, ...sides }, io)))
  const failures = await writeComparison(files, compared.comparison, compared.suite)
  const { nameRegressions, printedComparison } = await import('./compare-command.ts')
  io.stdout.write(await printedComparison(compared.comparison, settings, io))
  const { printLines } = await import('../print-lines.ts')
  printLines(
    io.stderr,
    failures.map((failure) => `benchpress: ${failure}`),
  )
  await nameRegressions(compared.comparison, io)
  return failures.length > 0 ? exitCodes.internal : await conclude(compared, settings.strict === true, io)
}

type Load = Pick<ReadSuite, 'suite' | 'isFromConfig' | 'folder' | 'output'>

/** The load of both sides. All that can be wrong with it, or with conditions on it, is found here: to build two commits takes minutes. */
async function readLoad(
  source: string | undefined,
  options: Readonly<Record<string, unknown>>,
  { a, b, files, failOn = [] }: Pick<AbSettings, 'failOn'> & Sides & { readonly files: readonly ComparisonFile[] },
  context: CommandContext,
): Promise<Load> {
  const { io } = context
  const { readSuite } = await import('./read-suite.ts')
  const { refuseReadFiles } = await import('./refuse-read-files.ts')
  const { checkConditions } = await import('@benchpress/core/report')
  // What is written is no result alone.
  const { output: _output, json: _json, full: _full, ...ofRun } = options
  const read = await readSuite(source ?? urlOf({ a, b }, options, io), ofRun, context)
  await refuseReadFiles(files, read)
  const { suite, isFromConfig, folder } = read
  const load = { ...read, suite: isFromConfig ? suite : withWarmup(suite) }
  for (const side of [a, b]) sideOf(side, { suite, cwd: io.cwd, folder })
  // Where the sides will be says nothing of what is measured.
  const tests = load.suite.tests.map((test) => ('target' in test ? { ...test, target: 'http://localhost' } : test))
  await checkConditions(failOn, { ...load.suite, tests }, folder).catch(await inWordsOf(load))
  return load
}

async function inWordsOf({ suite, isFromConfig }: Load): Promise<(error: unknown) => never> {
  const { rethrowInFlagWords } = await import('../flags/in-flag-words.ts')
  return rethrowInFlagWords(isFromConfig ? undefined : suite)
}

/** Runs the rounds, with progress on stderr. */
async function compareWith(
  load: Load,
  { a, b, rounds, precision, budget, margin, failOn, names }: Omit<AbSettings, 'a' | 'b'> & Sides,
  io: CommandIo,
): Promise<TargetsComparison> {
  const { suite, folder, output } = load
  const placed = { suite, cwd: io.cwd, folder }
  const targets = { A: sideOf(a, placed), B: sideOf(b, placed) }
  const { compareTargets } = await import('@benchpress/core')
  const { parseDuration } = await import('@benchpress/core/report')
  const { printable } = await import('@benchpress/report/texts')
  const { chooseDisplay } = await import('../progress/progress-display.ts')
  const display = chooseDisplay(io, output)
  let made = 0
  try {
    return await compareTargets(suite, targets, {
      cwd: folder,
      signal: io.signal,
      onProgress: (progress) => display.update(progress),
      onRound: (decision, doubt) => {
        made += 1
        const came = doubt === null ? decidedOf(decision) : `does not count: ${doubt}`
        if (output.quiet !== true && output.noProgress !== true) io.stderr.write(`round ${made}: ${printable(came)}\n`)
      },
      ...(rounds !== undefined && { rounds }),
      ...(precision !== undefined && { precision }),
      ...(margin !== undefined && { margin }),
      ...(failOn !== undefined && { failOn }),
      ...(names !== undefined && { names }),
      ...(budget !== undefined && { budget: (parseDuration(budget) ?? 0) / 1e6 }),
    }).catch(await inWordsOf(load))
  } finally {
    display.stop()
  }
}

/** The sides that the flags name; what is wrong with them is added to `problems`. */
function readSides({ a, b, git, build, command }: AbSettings, problems: Problem[]): WantedSides | undefined {
  if (git !== undefined) {
    if (a !== undefined || b !== undefined)
      problems.push({ message: '--git and --a or --b: there are two pairs of sides', hint: 'Give one of them.' })
    if (command === undefined)
      problems.push({
        message: '--git needs --command',
        hint: 'Give the command that starts the target, such as --command "node server.js".',
      })
    return command === undefined ? undefined : { ...git, build, command }
  }
  for (const [name, value] of Object.entries({ build, command }))
    if (value !== undefined) problems.push({ message: `--${name} needs --git`, hint: 'It is for two commits, such as --git main..HEAD.' })
  for (const [name, side] of Object.entries({ a, b }))
    if (side === undefined) problems.push({ message: `--${name} is missing`, hint: 'Give a URL, or a command in quotes.' })
  return a === undefined || b === undefined ? undefined : { a: { command: a }, b: { command: b } }
}

/** The sides as they are told before they are checked out. */
function commandsOf(wanted: WantedSides): Sides {
  if ('a' in wanted) return wanted
  const { command } = wanted
  return { a: { command }, b: { command } }
}

function isUrl(side: string): boolean {
  return /^https?:\/\//i.test(side)
}

/** The URL that the load is made for, where none is given; a command and a URL need one, lest the load of the one goes to the other. */
function urlOf({ a, b }: Sides, { url }: Readonly<Record<string, unknown>>, { cwd, env }: CommandIo): string | undefined {
  if (isUrl(a.command) === isUrl(b.command)) return isUrl(a.command) ? a.command : undefined
  const isElsewhere = url !== undefined || env['BENCHPRESS_URL'] !== undefined || findConfigFile(cwd) !== undefined
  if (!isElsewhere) throw needsUrl(isUrl(a.command) ? b.command : a.command)
  return undefined
}

function needsUrl(command: string): Error {
  return usageError(
    `the command "${command}" needs a URL that it serves`,
    "Give it: benchpress ab --a 'node a.js' --b 'node b.js' http://localhost:3000.",
  )
}

/** A URL as a target, or a command in place of what the suite has, ready where that is. */
function sideOf(
  { command: side, cwd }: Side,
  { suite: { tests }, ...from }: { readonly suite: SuiteConfig; readonly cwd: string; readonly folder: string },
): TargetConfig {
  if (isUrl(side)) return { url: side }
  const own = { command: side, ...(cwd !== undefined && { cwd }) }
  const ofTests = tests.map((test) => ('target' in test ? test.target : undefined))
  const [target] = ofTests
  if (new Set(ofTests.map((each) => JSON.stringify(each))).size > 1)
    throw usageError(
      `the command "${side}" serves one target, and the tests have several`,
      'Compare the tests of each target by themselves.',
    )
  if (typeof target === 'string') return { ...own, ready: target, url: target }
  if (target !== undefined && 'command' in target) {
    // Where the target of a config starts, in the checkout.
    const place = resolve(from.folder, target.cwd ?? from.cwd)
    return { ...target, ...own, ...(cwd !== undefined && { cwd: resolve(cwd, relative(from.cwd, place)) }) }
  }
  if (target !== undefined && 'url' in target) return { ...own, ready: target.url, url: target.url }
  throw needsUrl(side)
}

// As long as a run has to be to be compared, with what compiles the code of the target before it.
function withWarmup(suite: SuiteConfig): SuiteConfig {
  const warmedUp = (scenario: ScenarioConfig): ScenarioConfig => {
    if (!('workload' in scenario)) return scenario
    const isOpenEnded = !('duration' in scenario.workload) && !('requests' in scenario.workload) && !('iterations' in scenario.workload)
    return { ...scenario, workload: { warmup: '1s', ...(isOpenEnded && { duration: '5s' }), ...scenario.workload } } as ScenarioConfig
  }
  const tests = suite.tests.map((test) => {
    if (!('scenarios' in test)) return test
    const scenarios = Object.entries<ScenarioConfig>(test.scenarios as Record<string, ScenarioConfig>)
    return { ...test, scenarios: Object.fromEntries(scenarios.map(([name, scenario]) => [name, warmedUp(scenario)])) }
  })
  return { ...suite, tests }
}

function decidedOf({ figures, regressions }: ComparisonDecision): string {
  if (regressions.length === 0)
    return `${figures.filter(({ answer }) => answer !== 'inconclusive').length} of ${figures.length} figures decided`
  return `${regressions.filter(({ outcome }) => outcome !== 'undecided').length} of ${regressions.length} conditions decided`
}

async function conclude({ comparison }: TargetsComparison, isStrict: boolean, { signal, stderr }: CommandIo): Promise<number> {
  if (signal.reason instanceof InterruptedError) return exitCodes.interrupted[signal.reason.by]
  if (comparison.failure !== undefined) {
    const { printable } = await import('@benchpress/report/texts')
    stderr.write(`benchpress: ${printable(comparison.failure.reason)}\n`)
    return comparison.failure.cause === 'target' ? exitCodes.targetFailed : exitCodes.invalid
  }
  // Where more requests fail on one side, a condition on the times of the others says nothing, and must not pass for one that holds.
  const { exitCodeOfComparison } = await import('../exit-code.ts')
  const isRefused = comparison.differences.some(({ kind }) => kind === 'errors')
  return exitCodeOfComparison(comparison, isStrict || isRefused)
}
