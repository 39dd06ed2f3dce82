import type { Command } from 'commander'
import type { ResultsComparison, SuiteResult } from '@benchpress/core'
import type { Problem } from '@benchpress/core/preset'
import { addFlags } from '../flags/add-flags.ts'
import { compareFlags, type CompareSettings } from '../flags/compare-flags.ts'
import { exitCodes, type CommandContext, type CommandIo } from '../command-io.ts'
import type { ReadResult } from '@benchpress/report/results'

/** Adds `benchpress compare BASE HEAD`, which says whether the results of two sides differ. */
export function addCompareCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('compare <results...>')
    .usage('[options] BASE HEAD | BASE... --with HEAD...')
    .description('say which of two sides is better, by the runs of their results: files, or folders of them')
  addFlags(command, 'Comparison:', compareFlags)
  command.addHelpText('after', closing)
  command.action(async (sources: readonly string[], options: Readonly<Record<string, unknown>>) => {
    context.finish(await compare(sources, options, context.io))
  })
}

const closing = `
Exit codes: 0 done, 2 a wrong flag, or sides that differ in more than their figures, 97 a run is invalid (--strict: or a condition is undecided), 98 a regression.
`

async function compare(sources: readonly string[], options: Readonly<Record<string, unknown>>, io: CommandIo): Promise<number> {
  const { readFlags } = await import('../flags/read-flags.ts')
  const { checkEnvironment } = await import('../flags/check-environment.ts')
  const { prepareComparison, writeComparison } = await import('@benchpress/report/outputs')
  const { UsageError } = await import('@benchpress/core/preset')
  const problems: Problem[] = []
  checkEnvironment(io.env, problems)
  const settings = readFlags(compareFlags, { options, env: io.env, cwd: io.cwd }, problems)
  const sides = await readSides(sources, settings.head, io.cwd, problems)
  const files = await prepareComparison(settings.outputs ?? [], io.cwd, problems, sides.paths)
  if (problems.length > 0) throw new UsageError(problems)
  const refusal = await refuse(sides, settings, io)
  if (refusal !== undefined) return refusal
  const { compareResults } = await import('@benchpress/core')
  const { allow = [], failOn = [], margin } = settings
  const comparison = compareResults(sides.base, sides.head, { allow, failOn, ...(margin !== undefined && { margin }) })
  const failures = await writeComparison(files, comparison)
  io.stdout.write(await printedComparison(comparison, settings, io))
  const { printLines } = await import('../print-lines.ts')
  printLines(
    io.stderr,
    failures.map((failure) => `benchpress: ${failure}`),
  )
  await nameRegressions(comparison, io)
  const { exitCodeOfComparison } = await import('../exit-code.ts')
  return failures.length > 0 ? exitCodes.internal : exitCodeOfComparison(comparison, settings.strict === true)
}

interface Sides {
  readonly base: readonly SuiteResult[]
  readonly head: readonly SuiteResult[]
  /** Of their files. */
  readonly paths: readonly string[]
}

async function readSides(
  sources: readonly string[],
  heads: readonly string[] | undefined,
  cwd: string,
  problems: Problem[],
): Promise<Sides> {
  const { filesOf, readResults } = await import('@benchpress/report/results')
  const [base, head] = heads === undefined ? [sources.slice(0, 1), sources.slice(1)] : [sources, heads]
  if (heads === undefined && sources.length !== 2) {
    problems.push({
      message: `a comparison needs two sides, and ${sources.length === 1 ? '1 was' : `${sources.length} were`} given`,
      hint: 'Name one file or folder for each side, or several: BASE... --with HEAD...',
    })
    return { base: [], head: [], paths: [] }
  }
  const read = async (side: readonly string[]): Promise<readonly ReadResult[]> => {
    const files = side.flatMap((source) => filesOf(source, cwd))
    const results = await readResults(files, cwd, problems)
    refuseCopies(results, problems)
    return results
  }
  const [ofBase, ofHead] = [await read(base), await read(head)]
  const suitesOf = (results: readonly ReadResult[]): readonly SuiteResult[] => results.map(({ suite }) => suite)
  return { base: suitesOf(ofBase), head: suitesOf(ofHead), paths: [...ofBase, ...ofHead].map(({ path }) => path) }
}

/** A run that a side has twice would be the evidence of two. */
function refuseCopies(results: readonly ReadResult[], problems: Problem[]): void {
  const files = new Map<string, string>()
  for (const { path, suite } of results) {
    const runs = suite.tests.map(({ name, variant, repeat, startedAt }) => JSON.stringify([name, variant, repeat, startedAt]))
    const other = runs.map((run) => files.get(run)).find((file) => file !== undefined)
    for (const run of runs) files.set(run, path)
    if (other === undefined) continue
    const both = other === path ? `${path} is named twice` : `${other} and ${path} have the same run`
    problems.push({ message: `${both}, which counts once`, hint: 'Name each result of a side once.' })
  }
}

/** The exit code of sides that must not be compared, after everything that they differ in; `undefined` where they can be. */
async function refuse({ base, head }: Sides, { allow = [] }: CompareSettings, { stderr }: CommandIo): Promise<number | undefined> {
  const { differencesOfSides } = await import('@benchpress/core/report')
  const { printable } = await import('@benchpress/report/texts')
  const refused = differencesOfSides(base, head).filter(({ kind }) => !allow.includes(kind))
  if (refused.length === 0) return undefined
  const { printLines } = await import('../print-lines.ts')
  const kinds = [...new Set(refused.map(({ kind }) => kind))]
  printLines(stderr, [
    ...refused.map(({ kind, text }) => `benchpress: the sides cannot be compared, ${kind}: ${printable(text)}`),
    `  Measure both sides alike, or compare them in spite of it: --allow ${kinds.join(',')}`,
  ])
  return kinds.every((kind) => kind === 'verdict') ? exitCodes.invalid : exitCodes.usage
}

/** What a command prints of a comparison: text for a terminal, JSON or Markdown. */
export async function printedComparison(
  comparison: ResultsComparison,
  settings: Pick<CompareSettings, 'json' | 'markdown' | 'full' | 'noColor'>,
  io: CommandIo,
): Promise<string> {
  const { comparisonDocument, comparisonJson, markdown, text } = await import('@benchpress/report')
  if (settings.json === true) return comparisonJson(comparison)
  if (settings.markdown === true) return markdown(comparisonDocument(comparison))
  const { chooseStyle } = await import('../choose-style.ts')
  const amount = settings.full === true ? 'full' : 'screen'
  return text(comparisonDocument(comparison, { amount }), chooseStyle(io.stdout, io.env, settings.noColor === true))
}

/** Names on stderr what regressed, and what is undecided. */
export async function nameRegressions({ regressions }: ResultsComparison, { stderr }: CommandIo): Promise<void> {
  const { describeRegression } = await import('@benchpress/report')
  const { printable } = await import('@benchpress/report/texts')
  const { printLines } = await import('../print-lines.ts')
  const lines = regressions
    .filter(({ outcome }) => outcome !== 'held')
    .map((each) => `${each.condition}${each.outcome === 'regressed' ? ' holds' : ''} in ${each.test}: ${describeRegression(each)}`)
  printLines(
    stderr,
    lines.map((line) => `benchpress: ${printable(line)}`),
  )
}
