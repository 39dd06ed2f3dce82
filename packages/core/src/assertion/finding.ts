import type { TestResult } from '../result/shape/result.ts'
import { parseLimit, type Quantity } from '../result/threshold/quantity.ts'
import type { Subject } from './subject.ts'

/** What came of an assertion. */
export interface Finding {
  /** `undecided` when the figures do not allow to say: then neither the assertion nor its opposite passes. */
  readonly outcome: 'holds' | 'fails' | 'undecided'
  /** Why it does not pass; `isNegated` when the opposite was asserted. */
  readonly message: (isNegated: boolean) => string
}

/** The finding that all of several hold: the first that does not, and before it the first that fails. */
export function together(all: readonly [Finding, ...Finding[]]): Finding {
  const [first] = all
  return all.find(({ outcome }) => outcome === 'fails') ?? all.find(({ outcome }) => outcome === 'undecided') ?? first
}

/** A finding that nothing can be said. */
export function undecided(message: string): Finding {
  return { outcome: 'undecided', message: () => message }
}

/** Says that nothing can be said when the run is invalid, else what `find` finds. */
export function ifValid({ name, test }: Subject, find: () => Finding): Finding {
  if (test.verdict.level !== 'invalid') return find()
  return undecided(writeMessage(`nothing can be said of ${name}: the run is invalid`, [], test))
}

/** A line of a message: what, and its value, of several lines perhaps. */
export type Fact = readonly [name: string, value: string | readonly string[]]

/** Writes a message: a sentence, facts below it, and at last what is known of the whole test and how it is run again. */
export function writeMessage(sentence: string, facts: readonly Fact[], test: TestResult): string {
  const all: readonly Fact[] = [...facts, ['verdict', describeVerdict(test)], ['reproduce', describeRun(test)]]
  const width = Math.max(...all.map(([name]) => name.length))
  const lines = all.flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((line, index) => `  ${(index === 0 ? name : '').padEnd(width)}  ${line}`),
  )
  return [sentence, '', ...lines].join('\n')
}

/** The level of the verdict, and the reasons for it, one a line. */
function describeVerdict({ verdict: { level, reasons } }: TestResult): readonly string[] {
  return [level, ...reasons.filter((reason) => reason.level !== 'note').map(({ rule, text }) => `${rule}: ${text}`)]
}

function describeRun({ name, variant, seed, target }: TestResult): string {
  return `test ${name}${variant === 'default' ? '' : ` (${variant})`} with seed ${seed} against ${target.url}`
}

/**
 * Reads what a figure is compared with, as it is written in a threshold; a number only where it needs no unit.
 *
 * @throws TypeError when it is not such a limit
 */
export function readLimit(limit: string | number, quantity: Quantity): number {
  const lacksUnit = quantity.kind === 'time' || (quantity.kind === 'share' && Number(limit) > 1)
  if (typeof limit === 'number' && Number.isFinite(limit) && !lacksUnit) return limit
  const parsed = parseLimit(String(limit).trim(), quantity)
  if ('limit' in parsed) return parsed.limit
  const hint = parsed.meant === undefined ? parsed.hint : `did you mean "${parsed.meant}"?`
  throw new TypeError(hint === undefined ? parsed.problem : `${parsed.problem}; ${hint}`)
}
