import { figuresOf, ratioBetween } from './case-result.ts'
import type { CaseResult } from './case-result.ts'

/** A minimum for benchpress in one case: a multiple of a peer's requests per second, or a limit on its memory. */
type Minimum =
  | { readonly caseName: string; readonly peer: string; readonly atLeast: number }
  | { readonly caseName: string; readonly atMostMegabytes: number }

const minimums: readonly Minimum[] = [
  { caseName: '500x10', peer: 'autocannon', atLeast: 8 },
  { caseName: '500x10', peer: 'wrk', atLeast: 0.5 },
  { caseName: '500x10', atMostMegabytes: 150 },
  { caseName: '500x1', peer: 'autocannon', atLeast: 2.2 },
  { caseName: '50x1', peer: 'autocannon', atLeast: 2.2 },
]

/** A minimum with its measured figure. */
export interface JudgedMinimum {
  readonly text: string
  /** `undecided` where the measurements cannot decide. */
  readonly state: 'met' | 'not met' | 'undecided' | 'not measured'
  /** Measured figure, such as `9.84x`; `undefined` when not measured. */
  readonly measured: string | undefined
}

/** Compares the results of a suite with every minimum. */
export function judgeMinimums(results: readonly CaseResult[]): readonly JudgedMinimum[] {
  return minimums.map((minimum) => {
    const result = results.find(({ loadCase }) => loadCase.name === minimum.caseName)
    return 'peer' in minimum ? judgeRatio(minimum, result) : judgeMemory(minimum, result)
  })
}

function judgeRatio(minimum: Extract<Minimum, { peer: string }>, result: CaseResult | undefined): JudgedMinimum {
  const text = `${minimum.caseName}: at least ${minimum.atLeast}x ${minimum.peer}`
  const ratio = result && ratioBetween(result, 'benchpress', minimum.peer)
  if (ratio === undefined) return { text, state: 'not measured', measured: undefined }
  return { text, state: ratio >= minimum.atLeast ? 'met' : 'not met', measured: `${ratio.toFixed(2)}x` }
}

function judgeMemory(minimum: Extract<Minimum, { atMostMegabytes: number }>, result: CaseResult | undefined): JudgedMinimum {
  const text = `${minimum.caseName}: at most ${minimum.atMostMegabytes} MB peak memory`
  const figures = result && figuresOf(result, 'benchpress')
  if (figures === undefined) return { text, state: 'not measured', measured: undefined }
  const megabytes = figures.peakRssBytes / 1e6
  return { text, state: megabytes <= minimum.atMostMegabytes ? 'met' : 'not met', measured: `${megabytes.toFixed(0)} MB` }
}

/** Writes a line for each minimum. */
export function drawMinimums(all: readonly JudgedMinimum[]): string {
  return all.map(({ text, state, measured }) => `${state}: ${text}${measured === undefined ? '' : `, measured ${measured}`}`).join('\n')
}

/** Makes the outcome of a minimum that was measured. */
export function judged(text: string, isMet: boolean, measured: string): JudgedMinimum {
  return { text, state: isMet ? 'met' : 'not met', measured }
}
