import type { TestResult } from '../result/shape/result.ts'
import { parseLimit, type Quantity } from '../result/threshold/quantity.ts'
import type { Subject } from './subject.ts'
import type { ThresholdResult } from '../result/threshold/threshold.ts'

/** How an assertion came out. */
export interface Finding {
  /** `undecided` where the figures decide neither the assertion nor its opposite: then neither of them passes. */
  readonly outcome: 'holds' | 'fails' | 'undecided'
  /** Why it does not pass; `isNegated` when the opposite was asserted. */
  readonly message: (isNegated: boolean) => string
  /** What is to be told whether it passes or not, as a sentence. */
  readonly notice?: string
}

/** The finding that all of several hold: the first that does not, and before it the first that fails. */
export function together(all: readonly [Finding, ...Finding[]]): Finding {
  const [first] = all
  return all.find(({ outcome }) => outcome === 'fails') ?? all.find(({ outcome }) => outcome === 'undecided') ?? first
}

/** The finding that an assertion is not decided, with a message that is the same for its opposite. */
export function undecided(sentence: string, facts: readonly Fact[], test: TestResult): Finding {
  const message = writeMessage(sentence, facts, test)
  return { outcome: 'undecided', message: () => message }
}

/** The finding that the figures do not decide an assertion: that nothing can be said of what it is on, which stands with the reason in `what`. */
export function untold(what: string, test: TestResult, facts: readonly Fact[] = []): Finding {
  return undecided(`nothing can be said of ${what}`, facts, test)
}

/** The finding of `find`; undecided when the run is invalid. */
export function ifValid({ name, test }: Subject, find: () => Finding): Finding {
  if (test.verdict.level !== 'invalid') return find()
  return untold(`${name}: the run is invalid`, test)
}

/** A fact of a message: its name, and its value, which may have several lines. */
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

/** Finds whether a run can be believed; with `strict`, whether there is nothing suspect about it either. */
export function isValidRun({ test }: Subject, { strict = false }: { readonly strict?: boolean } = {}): Finding {
  const { level } = test.verdict
  const isFine = level === 'valid' || (level === 'suspect' && !strict)
  const [expected, opposite] = strict ? ['valid', 'suspect or invalid'] : ['valid or suspect', 'invalid']
  return {
    outcome: isFine ? 'holds' : 'fails',
    message: (isNegated) => writeMessage(`the run is ${level}, but was expected to be ${isNegated ? opposite : expected}`, [], test),
  }
}

/** Finds whether all thresholds of a test passed. Undecided where the run is invalid, where there are none, and where none failed but one is inconclusive. */
export function passesThresholds(subject: Subject): Finding {
  const { test } = subject
  return ifValid(subject, () => {
    const { thresholds } = test
    if (thresholds.length === 0) return undecided(`test ${test.name} has no thresholds`, [], test)
    const failed = thresholds.filter(({ passed, inconclusive }) => !passed && inconclusive === null)
    const open = thresholds.filter(({ inconclusive }) => inconclusive !== null)
    if (failed.length === 0 && open.length > 0) {
      return untold(`${open.length} of ${thresholds.length} thresholds`, test, [['inconclusive', open.map(describe)]])
    }
    return {
      outcome: failed.length === 0 ? 'holds' : 'fails',
      message: (isNegated) => {
        if (isNegated) return writeMessage('all thresholds passed, but were expected not to', [], test)
        return writeMessage(`${failed.length} of ${thresholds.length} thresholds failed`, [['failed', failed.map(describe)]], test)
      },
    }
  })
}

function describe({ selector, condition, text }: ThresholdResult): string {
  return `${selector}: ${condition}: ${text}`
}
