import { createRandom } from '../../../src/model/workload/random.ts'
import { compareRuns } from '../../../src/compare/compare-runs.ts'

/** Comparisons of two equal sides on a machine that is sometimes slow. */
interface TwoSpeeds {
  /** Share of slow runs. */
  readonly slow: number
  /** Whether all figures of a run have the same speed, or each has a speed of its own. */
  readonly isOfRun: boolean
  /** Runs a side. */
  readonly runs: number
}

const fast = 115
const slowest = 100
/** Standard deviation of the logarithm of a figure at one speed. */
const spread = 0.002
const trials = 1000

/** The share of comparisons of equal sides that call some figure different, where runs are slowed down by 10 % on average, and some by far more. */
export function wrongOfUnequalRuns(head: number, figures: number): number {
  const random = createRandom(2, head)
  return shareOfWrong([5, head], figures, () => Array.from({ length: figures }, () => fast * Math.exp(0.1 * Math.log(1 - random()))))
}

/** The share of comparisons of equal sides that call some figure `better` or `worse`. */
export function wrongAtTwoSpeeds({ slow, isOfRun, runs }: TwoSpeeds, figures: number): number {
  const random = createRandom(1)
  const speed = (): number => (random() < slow ? slowest : fast)
  // By Box and Muller.
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return shareOfWrong([runs, runs], figures, () => {
    const shared = speed()
    return Array.from({ length: figures }, () => (isOfRun ? shared : speed()) * Math.exp(spread * normal()))
  })
}

/** The share of comparisons that called some figure `better` or `worse`, where `runOf` makes the figures of a run of either side. */
function shareOfWrong([ofBase, ofHead]: readonly [number, number], figures: number, runOf: () => readonly number[]): number {
  const isWrong = (): boolean => {
    const [base, head] = [Array.from({ length: ofBase }, runOf), Array.from({ length: ofHead }, runOf)]
    return Array.from({ length: figures }, (_, figure) => {
      const of = (side: readonly (readonly number[])[]): number[] => side.map((run) => run[figure] ?? Number.NaN)
      return compareRuns(of(base), of(head), { better: 'high', figures }).answer
    }).some((answer) => answer === 'better' || answer === 'worse')
  }
  return Array.from({ length: trials }, isWrong).filter(Boolean).length / trials
}
