import { compareTargets, planSuite, type SuiteConfig, type TargetsComparison } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { hideSecrets, keepSecrets, leastRuns, secretVariables } from '@benchpress/core/report'
import { json } from '@benchpress/report'
import { prepareDocuments, writeDocuments } from '@benchpress/report/outputs'
import { printable } from '@benchpress/report/texts'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, InterruptedError, type CommandContext, type CommandIo } from '../command-io.ts'
import { exitCodeOfComparison } from '../exit-code.ts'
import { abDefaults, abFlags, abOutputFlags, type AbSettings } from '../flags/compare-flags.ts'
import { parseSeconds } from '../flags/flag.ts'
import { readFlags } from '../flags/read-flags.ts'
import { printFaults, printLines } from '../print-lines.ts'
import { chooseDisplay } from '../progress/progress-display.ts'
import { refuseBothFormats, showDocument } from '../report/show-document.ts'
import { readLoad, type AbLoad } from './ab-load.ts'
import { withSides, commandSides, readSides, type AbSides } from './ab-sides.ts'
import { targetOfSide } from './ab-targets.ts'
import { announce } from './announce.ts'
import { printRegressions, shownComparison } from './compare-command.ts'
import { describeRounds } from './describe-rounds.ts'

/** Compares two targets by rounds, for `benchpress ab --a SIDE --b SIDE`. */
export async function abCommand(source: string | undefined, options: CommandOptions, context: CommandContext): Promise<number> {
  const { io } = context
  const problems: Problem[] = []
  const settings: AbSettings = {
    ...readFlags(abFlags, { options, env: io.env, cwd: io.cwd }, problems),
    ...readFlags(abOutputFlags, { options, env: io.env, cwd: io.cwd }, problems),
  }
  refuseBothFormats(settings, problems)
  const { rounds, precision, budget, failOn = [] } = settings
  const wanted = await readSides({ ...settings, isOfCommits: options['git'] !== undefined }, io, problems)
  if (rounds !== undefined && rounds < leastRuns) problems.push({ message: `--rounds ${rounds}: must be at least ${leastRuns}` })
  const files = await prepareDocuments(settings.outputs ?? [], io.cwd, problems)
  const load = await readLoad(
    { source, options, sides: commandSides(settings), files, failOn, rounds: { rounds, budget, precision } },
    context,
    problems,
  )
  if (problems.length > 0 || wanted === undefined || load === undefined) throw new UsageError(problems)
  // The output of builds and targets is quoted, and a comment on a pull request has more readers than a log.
  context.onEnd(keepSecrets([io.env, ...load.suite.tests.map(variablesOf)].flatMap(secretVariables)))
  const compared = hideSecrets(
    await withSides(wanted, io, (sides) =>
      compareWith(load, { ...settings, ...sides, budget: budget ?? parseSeconds(abDefaults.budget) }, io),
    ),
  )
  const shown = shownComparison(compared.comparison)
  // The runs of all rounds were made here, and are kept by no other file.
  const failures = await writeDocuments(files, { ...shown, json: () => json(compared.suite) })
  showDocument(shown, settings, failures, io)
  printRegressions(compared.comparison, io)
  return failures.length > 0 ? exitCodes.internal : conclude(compared, settings.strict === true, io)
}

/** The variables that a config passes to its target, which may print them as it may print those of the command. */
function variablesOf(test: SuiteConfig['tests'][number]): Readonly<Record<string, string | undefined>> {
  const target = 'target' in test ? test.target : undefined
  return typeof target === 'object' && 'env' in target ? (target.env ?? {}) : {}
}

async function compareWith(
  load: AbLoad,
  { a, b, precision, budget, margin, failOn, names }: Omit<AbSettings, 'a' | 'b' | 'budget'> & AbSides & { readonly budget: number },
  io: CommandIo,
): Promise<TargetsComparison> {
  const { suite, folder, output, rounds } = load
  const placed = { suite, cwd: io.cwd, folder }
  const targets = { A: targetOfSide(a, placed), B: targetOfSide(b, placed) }
  const tests = suite.tests.map((test) => {
    const { target: _target, ...others } = { target: undefined, ...test }
    return others
  })
  const round = { ...suite, tests, variants: targets, repeats: 2 }
  const plan = await planSuite(round, { cwd: folder }).catch(() => undefined)
  if (plan !== undefined) announce({ suite: round, output, plans: { plan, searched: undefined }, rounds: { ...rounds, budget } }, io)
  const display = chooseDisplay(io, output)
  const describeRound = describeRounds()
  let made = 0
  try {
    return await compareTargets(suite, targets, {
      cwd: folder,
      signal: io.signal,
      // Each round is a short suite of its own.
      onProgress: ({ variant, suite: ofRound, ...progress }) =>
        display.update({ ...progress, variant: `round ${made + 1}, ${variant}`, suite: tests.length > 1 ? ofRound : null }),
      onRound: (decision, doubt) => {
        made += 1
        if (output.quiet !== true && output.noProgress !== true)
          display.print(`round ${made}: ${printable(describeRound(decision, doubt).replaceAll(/\s*\n\s*/g, ' '))}`)
      },
      rounds: rounds.most,
      budget,
      ...(precision !== undefined && { precision }),
      ...(margin !== undefined && { margin }),
      ...(failOn !== undefined && { failOn }),
      ...(names !== undefined && { names }),
    })
  } finally {
    display.stop()
  }
}

function conclude({ comparison }: TargetsComparison, isStrict: boolean, { signal, stderr }: CommandIo): number {
  if (signal.reason instanceof InterruptedError) return exitCodes.interrupted[signal.reason.by]
  if (comparison.failure !== undefined) {
    // What a target wrote last has several lines.
    const [reason = '', ...output] = comparison.failure.reason.split('\n').map(printable)
    printFaults(stderr, [reason])
    printLines(stderr, output)
    return comparison.failure.cause === 'target' ? exitCodes.targetFailed : exitCodes.invalid
  }
  return exitCodeOfComparison(comparison, isStrict)
}
