import { expect, inject, type TestContext } from 'vitest'
import { spendFigures } from './figure-budget.ts'
import { LabError, LabProcess, type Block, type Mutation } from './lab.ts'
import { describeFigure, FigureComparison } from './figure-comparison.ts'

/** A comparison of benchpress with a reference. */
export interface Comparison {
  /** The URL of a module that exports `prepare`. */
  readonly lab: string
  readonly options: unknown
  /** Names of figures that must be equal. */
  readonly figures: readonly string[]
  /** Names of figures that may be less than those of the reference. */
  readonly atMost?: readonly string[]
}

/** The outcome of a comparison. */
export interface Outcome {
  readonly decision: 'same' | 'different' | 'undecided'
  /** A line for each figure, or the count that was wrong. */
  readonly text: string
  /** The largest difference that counted as noise, in the unit of its figure. */
  readonly margin: number
}

/**
 * Rounds after which a comparison stays undecided: with unchanged sources, and with a mutation, which must be found. The chance of an error is the same at any
 * number.
 */
const mostRounds = { usual: 60, mutated: 240 }
/** Milliseconds of rounds after which a comparison stays undecided: where no figure seems to differ, where one does, and where one must be found. */
const mostTime = { usual: 15_000, doubtful: 60_000, mutated: 90_000 }
/** Number of blocks of the reference alone, from which the first margins are computed. */
const firstBlocks = 5

/** Expects benchpress to be equal to the reference. A test that stays undecided is skipped with a message. */
export async function expectSame(context: TestContext, comparison: Comparison): Promise<void> {
  const { figures, atMost = [] } = comparison
  spendFigures(inject('figuresSpent'), [...figures, ...atMost])
  const { decision, text } = await compare(comparison)
  tell(context, decision, text)
  if (decision === 'undecided') context.skip(`undecided\n${text}`)
  expect(decision, text).toBe('same')
}

/** Compares in a process of its own, in which a source may be mutated. */
export async function compare({ lab: module, options, figures, atMost = [] }: Comparison, mutation?: Mutation): Promise<Outcome> {
  const kind = mutation === undefined ? 'usual' : 'mutated'
  const compared = [...figures, ...atMost].map((name) => new FigureComparison(name, atMost.includes(name), kind))
  const lab = await LabProcess.start(module, options, mutation)
  try {
    const decision = await takeTurns(lab, compared, mutation !== undefined)
    return { decision, text: compared.map(describeFigure).join('\n'), margin: marginOf(compared) }
  } catch (error) {
    if (error instanceof LabError) return { decision: 'different', text: error.message, margin: marginOf(compared) }
    throw error
  } finally {
    await lab.close()
  }
}

function marginOf(compared: readonly FigureComparison[]): number {
  return Math.max(...compared.map(({ margin }) => margin))
}

/**
 * Measures reference and benchpress by turns until all figures are decided, or one differs.
 *
 * Their order alternates from round to round, so that a drift affects both. Where the reference comes twice in a row, the difference of its two blocks is the
 * noise from which the next margins are computed.
 */
async function takeTurns(lab: LabProcess, compared: readonly FigureComparison[], mustBeFound: boolean): Promise<Outcome['decision']> {
  // The first block of each loads modules and compiles code.
  await lab.measure('ours')
  let last = await lab.measure('reference')
  const repeatReference = async (): Promise<void> => {
    const before = last
    last = await lab.measure('reference')
    for (const figure of compared) figure.addReference(before, last)
  }
  for (let block = 1; block < firstBlocks; block++) await repeatReference()
  for (const figure of compared) figure.learn()
  const begin = performance.now()
  const mayGoOn = (): boolean => {
    const doubt = compared.some((figure) => figure.seemsDifferent) ? 'doubtful' : 'usual'
    return performance.now() - begin < mostTime[mustBeFound ? 'mutated' : doubt]
  }
  for (let round = 0; round < mostRounds[mustBeFound ? 'mutated' : 'usual'] && mayGoOn(); round++) {
    if (round % 2 === 0 && round > 0) await repeatReference()
    const [reference, ours] = round % 2 === 0 ? [last, await lab.measure('ours')] : await oursFirst(lab)
    last = reference
    for (const figure of compared) figure.add(reference, ours)
    const decisions = compared.map(({ decision }) => decision)
    if (decisions.some((decision) => decision === 'more' || decision === 'less')) return 'different'
    if (decisions.every((decision) => decision === 'same')) return 'same'
  }
  return 'undecided'
}

/** Attaches the figures to the test, whatever the decision. */
export function tell({ task }: TestContext, decision: string, text: string): void {
  process.stdout.write(`${task.name}: ${decision}\n${text}\n`)
}

async function oursFirst(lab: LabProcess): Promise<readonly [reference: Block, ours: Block]> {
  const ours = await lab.measure('ours')
  return [await lab.measure('reference'), ours]
}
