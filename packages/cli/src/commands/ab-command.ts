import type { Command } from 'commander'
import type { ComparisonDecision, SuiteConfig, TargetsComparison } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { addFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { abDefaults, abFlags, abOutputFlags, type AbSettings } from '../flags/ab-flags.ts'
import { suiteFlags } from '../flags/suite-flags.ts'
import { exitCodes, InterruptedError, type CommandContext, type CommandIo } from '../command-io.ts'
import type { Load } from './ab-load.ts'
import type { Sides } from './ab-sides.ts'
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
Exit codes:
  0    done
  1    a fault of benchpress, or an output that could not be written
  2    a wrong flag
  96   a side failed
  97   too few rounds count, or they cannot tell a condition (--strict: or one is undecided)
  98   a regression
  130  interrupted
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
  const { hideSecretsOf, hideVariables, leastRounds, parseDuration } = await import('@benchpress/core/report')
  const { rounds, precision, failOn = [] } = settings
  const budget = (parseDuration(settings.budget ?? abDefaults.budget) ?? 0) / 1e6
  const { commandsOf, readSides } = await import('./ab-wanted.ts')
  const wanted = await readSides(settings, io, problems)
  if (rounds !== undefined && rounds < leastRounds) problems.push({ message: `--rounds ${rounds}: must be at least ${leastRounds}` })
  const files = await prepareComparison(settings.outputs ?? [], io.cwd, problems)
  const { readLoad } = await import('./ab-load.ts')
  const load = await readLoad(
    { source, options, sides: commandsOf(settings), files, failOn, rounds: { rounds, budget, precision } },
    context,
    problems,
  )
  if (problems.length > 0 || wanted === undefined || load === undefined) throw new UsageError(problems)
  // What builds and targets print is quoted, and a comment has more readers than a log.
  const variables = [io.env, ...load.suite.tests.map(variablesOf)]
  const hide = <Data>(data: Data): Data => variables.reduce((shown, each) => hideVariables(each, shown), hideSecretsOf(load.suite, data))
  const { withSides } = await import('./ab-sides.ts')
  const compared = hide(
    await withSides(wanted, { ...io, hide }, (sides) => compareWith(load, { ...settings, ...sides, budget }, { ...io, hide })),
  )
  const failures = await writeComparison(files, compared.comparison, compared.suite)
  const { showComparison } = await import('./compare-command.ts')
  await showComparison(compared.comparison, settings, failures, io)
  return failures.length > 0 ? exitCodes.internal : await conclude(compared, settings.strict === true, io)
}

/** The variables that a config gives its target, which prints them as it does those of the command. */
function variablesOf(test: SuiteConfig['tests'][number]): Readonly<Record<string, string | undefined>> {
  const target = 'target' in test ? test.target : undefined
  return typeof target === 'object' && 'env' in target ? (target.env ?? {}) : {}
}

/** Runs the rounds, with progress on stderr. */
async function compareWith(
  load: Load,
  { a, b, precision, budget, margin, failOn, names }: Omit<AbSettings, 'a' | 'b' | 'budget'> & Sides & { readonly budget: number },
  io: CommandIo & { readonly hide: <Data>(data: Data) => Data },
): Promise<TargetsComparison> {
  const { suite, folder, output, most } = load
  const placed = { suite, cwd: io.cwd, folder }
  const { targetOfSide } = await import('./ab-targets.ts')
  const targets = { A: targetOfSide(a, placed), B: targetOfSide(b, placed) }
  const { compareTargets } = await import('@benchpress/core')
  const { printable } = await import('@benchpress/report/texts')
  const { rethrowInFlagWords } = await import('../flags/in-flag-words.ts')
  const { chooseDisplay } = await import('../progress/progress-display.ts')
  const { announce } = await import('./announce.ts')
  const tests = suite.tests.map((test) => {
    const { target: _target, ...others } = { target: undefined, ...test }
    return others
  })
  const round = { ...suite, tests, variants: targets, repeats: 2 }
  await announce({ suite: round, folder, output, rounds: { most, budget } }, io, io.hide)
  const display = chooseDisplay(io, output)
  let made = 0
  try {
    return await compareTargets(suite, targets, {
      cwd: folder,
      signal: io.signal,
      // A round is a suite of its own, which is soon over.
      onProgress: ({ variant, suite: ofRound, ...progress }) =>
        display.update({ ...progress, variant: `round ${made + 1}, ${variant}`, suite: tests.length > 1 ? ofRound : null }),
      onRound: (decision, doubt) => {
        made += 1
        const came = doubt === null ? decidedOf(decision) : `does not count: ${doubt}`
        if (output.quiet !== true && output.noProgress !== true) display.print(`round ${made}: ${printable(io.hide(came))}`)
      },
      rounds: most,
      budget,
      ...(precision !== undefined && { precision }),
      ...(margin !== undefined && { margin }),
      ...(failOn !== undefined && { failOn }),
      ...(names !== undefined && { names }),
    }).catch(rethrowInFlagWords(load.isFromConfig ? undefined : suite))
  } finally {
    display.stop()
  }
}

function decidedOf({ figures, regressions }: ComparisonDecision): string {
  if (regressions.length === 0)
    return `${figures.filter(({ answer }) => answer !== 'inconclusive').length} of ${figures.length} figures decided`
  const untold = regressions.find(({ undecidedBy }) => undecidedBy === 'untold')
  const why = untold === undefined ? '' : `; ${untold.condition} cannot be: ${untold.because ?? ''}`
  return `${regressions.filter(({ outcome }) => outcome !== 'undecided').length} of ${regressions.length} conditions decided${why}`
}

async function conclude({ comparison }: TargetsComparison, isStrict: boolean, { signal, stderr }: CommandIo): Promise<number> {
  if (signal.reason instanceof InterruptedError) return exitCodes.interrupted[signal.reason.by]
  if (comparison.failure !== undefined) {
    const { printable } = await import('@benchpress/report/texts')
    const { printFaults } = await import('../print-lines.ts')
    printFaults(stderr, [printable(comparison.failure.reason)])
    return comparison.failure.cause === 'target' ? exitCodes.targetFailed : exitCodes.invalid
  }
  const { exitCodeOfComparison } = await import('../exit-code.ts')
  return exitCodeOfComparison(comparison, isStrict)
}
