import type { NestjsTest, NestjsTestName } from '../nestjs-tests.ts'
import { whyNone } from '@benchpress/report'
import { byVariant, compareFigure, type ComparedFigure, type VariantRuns } from './compared-figures.ts'
import { documentedNestjs, type DocumentedTest } from './documented-nestjs.ts'
import type { MeasuredTime, MeasuredRun } from './measured-run.ts'
import { decisive, figuresOf, meanOf } from './nestjs-figures.ts'

/** The findings about one test. */
export interface TestFindings {
  readonly name: NestjsTestName
  readonly title: string
  readonly documented: DocumentedTest
  /** The variants, baseline first; a single one where a URL or a command was tested. */
  readonly variants: readonly VariantRuns[]
  readonly figures: readonly ComparedFigure[]
  /** Mean and p99 of each endpoint, those of the document first; for a test over Socket.IO, the round trips of each event. */
  readonly endpoints: readonly { readonly name: string; readonly mean: ComparedFigure; readonly p99: ComparedFigure }[]
  readonly winner: Winner | null
  /** Why there is no winner; `null` where there is one, or nothing to compare. */
  readonly undecided: string | null
}

/** The variant that was better in the first figure that decides. */
interface Winner {
  readonly variant: string
  readonly by: ComparedFigure
}

interface RunsOfTest extends Pick<NestjsTest, 'name' | 'title'> {
  readonly documented: DocumentedTest
  readonly variants: readonly VariantRuns[]
  readonly endpoints: readonly string[]
}

/** Evaluates the runs of each test; tests that were not run are left out. */
export function findInTests(tests: readonly Pick<NestjsTest, 'name' | 'title'>[], runs: readonly MeasuredRun[]): readonly TestFindings[] {
  const all = tests.flatMap((test) => runsOfTest(test, runs) ?? [])
  // Each compared figure in the report adds to the chance of a wrong winner.
  const count = all.reduce(
    (sum, { name, endpoints }) => sum + figuresOf[name].filter(({ good }) => good !== null).length + 2 * endpoints.length,
    0,
  )
  return all.map((test) => findInTest(test, count))
}

function runsOfTest({ name, title }: Pick<NestjsTest, 'name' | 'title'>, runs: readonly MeasuredRun[]): RunsOfTest | undefined {
  const variants = byVariant(runs.filter(({ test }) => test === name))
  const documented = documentedNestjs.find((each) => each.name === name)
  if (variants.length === 0 || documented === undefined) return undefined
  return { name, title, documented, variants, endpoints: endpointNames(documented, variants) }
}

function findInTest({ name, title, documented, variants, endpoints }: RunsOfTest, count: number): TestFindings {
  const figures = figuresOf[name].map((figure) => compareFigure(figure, variants, count))
  const deciding = decisive[name].flatMap((each) => figures.find((figure) => figure.name === each) ?? [])
  const by = deciding.find(({ better }) => better !== null)
  const winner = by?.better == null ? null : { variant: by.better, by }
  return {
    name,
    title,
    documented,
    variants,
    figures,
    endpoints: endpoints.map((endpoint) => ({
      name: endpoint,
      mean: compareEndpoint(endpoint, 'mean', variants, count),
      p99: compareEndpoint(endpoint, 'p99', variants, count),
    })),
    winner,
    undecided: winner !== null || variants.length < 2 ? null : whyUndecided(deciding, variants),
  }
}

function whyUndecided(deciding: readonly ComparedFigure[], variants: readonly VariantRuns[]): string {
  const missing = variants.find(({ runs }) => runs.every(({ notRun }) => notRun !== null))
  if (missing !== undefined) return `${missing.variant} was not run`
  const figure = deciding.findLast(({ values }) => values.every((each) => each.length > 0)) ?? deciding[0]
  return figure?.compared == null ? 'there is no figure' : `${figure.label}: ${whyNone(figure.compared)}`
}

function endpointNames({ endpoints }: DocumentedTest, variants: readonly VariantRuns[]): readonly string[] {
  const measured = variants.flatMap(({ runs }) => runs.flatMap((run) => partsOf(run).map(({ name }) => name)))
  return [...new Set([...endpoints.map(({ name }) => name), ...measured])]
}

function compareEndpoint(name: string, key: 'mean' | 'p99', variants: readonly VariantRuns[], figures: number): ComparedFigure {
  const partOf = (run: MeasuredRun): MeasuredTime | undefined => partsOf(run).find((part) => part.name === name)
  const reading = key === 'mean' ? meanOf(partOf) : { read: (run: MeasuredRun) => partOf(run)?.p99 ?? null }
  return compareFigure({ name, label: name, unit: 'time', good: 'low', ...reading }, variants, figures)
}

function partsOf({ sockets, endpoints }: MeasuredRun): readonly (MeasuredTime & { readonly name: string })[] {
  return sockets?.roundTrips ?? endpoints
}
