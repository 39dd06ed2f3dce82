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
Exit codes:
  0   done
  1   a fault of benchpress, or an output that could not be written
  2   a wrong flag, or sides that differ in more than their figures
  97  a run is invalid, or a condition cannot be told (--strict: or is undecided)
  98  a regression
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
  await showComparison(comparison, settings, failures, io)
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

/** Prints a comparison as its flags say; on stderr what could not be written of it, what regressed, and what is undecided. */
export async function showComparison(
  comparison: ResultsComparison,
  settings: Pick<CompareSettings, 'json' | 'markdown' | 'full' | 'noColor'>,
  failures: readonly string[],
  io: CommandIo,
): Promise<void> {
  const { comparisonDocument, comparisonJson, describeRegression } = await import('@benchpress/report')
  const { printable } = await import('@benchpress/report/texts')
  const { printFaults } = await import('../print-lines.ts')
  const { showDocument } = await import('../report/show-document.ts')
  const shown = {
    json: () => comparisonJson(comparison),
    document: (reader?: { amount: 'full' | 'screen' }) => comparisonDocument(comparison, reader),
  }
  showDocument(shown, settings, failures, io)
  const open = comparison.regressions.filter(({ outcome }) => outcome !== 'held')
  const told = open.map(
    (each) => `${each.condition}${each.outcome === 'regressed' ? ' holds' : ''} in ${each.test}: ${describeRegression(each)}`,
  )
  printFaults(io.stderr, told.map(printable))
}
