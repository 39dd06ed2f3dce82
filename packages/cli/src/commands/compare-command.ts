import { compareResults, SidesDifferError, type CompareOptions, type ResultsComparison, type SuiteResult } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { comparisonDocument, comparisonJson, describeRegression } from '@benchpress/report'
import { prepareDocuments, writeDocuments, type ShownDocument } from '@benchpress/report/outputs'
import { readSide, refuseCopies, type ReadResult } from '@benchpress/report/results'
import { printable } from '@benchpress/report/texts'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext, type CommandIo } from '../command-io.ts'
import { exitCodeOfComparison } from '../exit-code.ts'
import { checkEnvironment } from '../flags/check-environment.ts'
import { compareFlags } from '../flags/compare-flags.ts'
import { readFlags } from '../flags/read-flags.ts'
import { printFaults, printLines } from '../print-lines.ts'
import { refuseBothFormats, showDocument } from '../report/show-document.ts'

/** Reports whether the results of two sides differ, for `benchpress compare BASE HEAD`. */
export async function compareCommand(sources: readonly string[], options: CommandOptions, { io }: CommandContext): Promise<number> {
  const problems: Problem[] = []
  checkEnvironment(io.env, problems)
  const settings = readFlags(compareFlags, { options, env: io.env, cwd: io.cwd }, problems)
  refuseBothFormats(settings, problems)
  const sides = await readSides(sources, settings.head, io.cwd, problems)
  const files = await prepareDocuments(settings.outputs ?? [], io.cwd, problems, sides.paths)
  if (problems.length > 0) throw new UsageError(problems)
  const { allow = [], failOn = [], margin } = settings
  const comparison = compareOrRefuse(sides, { allow, failOn, ...(margin !== undefined && { margin }) }, io)
  if (typeof comparison === 'number') return comparison
  const shown = shownComparison(comparison)
  const failures = await writeDocuments(files, shown)
  showDocument(shown, settings, failures, io)
  printRegressions(comparison, io)
  return failures.length > 0 ? exitCodes.internal : exitCodeOfComparison(comparison, settings.strict === true)
}

interface Sides {
  readonly base: readonly SuiteResult[]
  readonly head: readonly SuiteResult[]
  /** Paths of the files of all results. */
  readonly paths: readonly string[]
}

async function readSides(
  sources: readonly string[],
  heads: readonly string[] | undefined,
  cwd: string,
  problems: Problem[],
): Promise<Sides> {
  const [base, head] = heads === undefined ? [sources.slice(0, 1), sources.slice(1)] : [sources, heads]
  if (heads === undefined && sources.length !== 2) {
    problems.push({
      message: `a comparison needs two sides, and ${sources.length === 1 ? '1 was' : `${sources.length} were`} given`,
      hint: 'Name one file or folder for each side, or several: BASE... --with HEAD...',
    })
    return { base: [], head: [], paths: [] }
  }
  const [ofBase, ofHead] = [await readSide(base, cwd, problems), await readSide(head, cwd, problems)]
  const suitesOf = (results: readonly ReadResult[]): readonly SuiteResult[] => results.map(({ suite }) => suite)
  refuseCopies([...ofBase, ...ofHead], problems)
  return { base: suitesOf(ofBase), head: suitesOf(ofHead), paths: [...ofBase, ...ofHead].map(({ path }) => path) }
}

/** Compares two sides, or prints why they must not be compared, and returns the exit code. */
function compareOrRefuse({ base, head }: Sides, options: CompareOptions, { stderr }: CommandIo): ResultsComparison | number {
  try {
    return compareResults(base, head, options)
  } catch (error) {
    if (!(error instanceof SidesDifferError)) throw error
    const kinds = [...new Set(error.differences.map(({ kind }) => kind))]
    printLines(stderr, [
      ...error.differences.map(({ kind, text }) => `benchpress: the sides cannot be compared, ${kind}: ${printable(text)}`),
      `  Measure both sides alike, or compare them in spite of it: --allow ${kinds.join(',')}`,
    ])
    return kinds.every((kind) => kind === 'verdict') ? exitCodes.invalid : exitCodes.usage
  }
}

/** A comparison as it is printed and written. */
export function shownComparison(comparison: ResultsComparison): ShownDocument {
  return { json: () => comparisonJson(comparison), document: (reader) => comparisonDocument(comparison, reader) }
}

/** Names on stderr what regressed, and what is undecided. */
export function printRegressions({ regressions }: ResultsComparison, io: CommandIo): void {
  const open = regressions.filter(({ outcome }) => outcome !== 'held')
  printFaults(
    io.stderr,
    open.map((each) => {
      const outcome = each.outcome === 'regressed' ? 'regressed' : 'is undecided'
      return `${each.condition} ${outcome} in ${each.test}: ${describeRegression(each)}`
    }),
  )
}
