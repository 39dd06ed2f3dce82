import type { TestResult } from '../result/shape/result.ts'
import { parseLimit, type Quantity } from '../result/threshold/quantity.ts'
import type { Subject } from './subject.ts'
import type { ThresholdResult } from '../result/threshold/threshold.ts'

/** The outcome of an assertion. */
export interface Finding {
  /** `undecided` when the figures decide neither the assertion nor its opposite, so that both fail. */
  readonly outcome: 'holds' | 'fails' | 'undecided'
  /** Writes why the assertion fails; `isNegated` when the opposite was asserted. */
  readonly message: (isNegated: boolean) => string
}

/** Combines several findings: the first that fails, otherwise the first that is undecided. */
export function together(all: readonly [Finding, ...Finding[]]): Finding {
  const [first] = all
  return all.find(({ outcome }) => outcome === 'fails') ?? all.find(({ outcome }) => outcome === 'undecided') ?? first
}

/** A finding that is decided; `say` writes the sentence and the facts of its message. */
export function decided(
  holds: boolean,
  test: TestResult,
  say: (isNegated: boolean) => readonly [sentence: string, ...facts: readonly Fact[]],
): Finding {
  const message = (isNegated: boolean): string => {
    const [sentence, ...facts] = say(isNegated)
    return writeMessage(sentence, facts, test)
  }
  return { outcome: holds ? 'holds' : 'fails', message }
}

/** An undecided finding, whose message is the same for the opposite assertion. */
export function undecided(sentence: string, facts: readonly Fact[], test: TestResult): Finding {
  const message = writeMessage(sentence, facts, test)
  return { outcome: 'undecided', message: () => message }
}

/** An undecided finding; `what` names the figure and the reason. */
export function undecidedFinding(what: string, test: TestResult, facts: readonly Fact[] = []): Finding {
  return undecided(`undecided: ${what}`, facts, test)
}

/** Returns the finding of `find`, or an undecided one when the run is invalid. */
export function ifValid({ name, test }: Subject, find: () => Finding): Finding {
  if (test.verdict.level !== 'invalid') return find()
  return undecidedFinding(`${name}: the run is invalid`, test)
}

/** A fact in a message: its name, and its value, which may have several lines. */
export type Fact = readonly [name: string, value: string | readonly string[]]

/** Writes a message: a sentence, the facts, then the verdict of the test and how to run it again. */
function writeMessage(sentence: string, facts: readonly Fact[], test: TestResult): string {
  const all: readonly Fact[] = [...facts, ['verdict', describeVerdict(test)], ['reproduce', describeRun(test)]]
  const width = Math.max(...all.map(([name]) => name.length))
  const lines = all.flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((line, index) => `  ${(index === 0 ? name : '').padEnd(width)}  ${line}`),
  )
  return [sentence, '', ...lines].join('\n')
}

function describeVerdict({ verdict: { level, reasons } }: TestResult): readonly string[] {
  return [level, ...reasons.filter((reason) => reason.level !== 'note').map(({ rule, text }) => `${rule}: ${text}`)]
}

function describeRun({ name, variant, seed, target }: TestResult): string {
  return `test ${name}${variant === 'default' ? '' : ` (${variant})`} with seed ${seed} against ${target.url}`
}

/**
 * Parses the limit of a figure, as in a threshold; a number is accepted only if it needs no unit.
 *
 * @throws TypeError for any other limit
 */
export function readLimit(limit: string | number, quantity: Quantity): number {
  const lacksUnit = quantity.kind === 'time' || (quantity.kind === 'share' && Number(limit) > 1)
  if (typeof limit === 'number' && Number.isFinite(limit) && !lacksUnit) return limit
  const parsed = parseLimit(String(limit).trim(), quantity)
  if ('limit' in parsed) return parsed.limit
  const hint = parsed.meant === undefined ? parsed.hint : `did you mean "${parsed.meant}"?`
  throw new TypeError(hint === undefined ? parsed.problem : `${parsed.problem}; ${hint}`)
}

/** Judges whether a run can be believed; with `strict`, a suspect run cannot. */
export function isValidRun({ test }: Subject, { strict = false }: { readonly strict?: boolean } = {}): Finding {
  const { level } = test.verdict
  const isFine = level === 'valid' || (level === 'suspect' && !strict)
  const [expected, opposite] = strict ? ['valid', 'suspect or invalid'] : ['valid or suspect', 'invalid']
  return decided(isFine, test, (isNegated) => [`the run is ${level}, but was expected to be ${isNegated ? opposite : expected}`])
}

/** Judges whether all thresholds of a test passed. Undecided when the run is invalid, there are no thresholds, or none failed but one is inconclusive. */
export function passesThresholds(subject: Subject): Finding {
  const { test } = subject
  return ifValid(subject, () => {
    const { thresholds } = test
    if (thresholds.length === 0) return undecided(`test ${test.name} has no thresholds`, [], test)
    const failed = thresholds.filter(({ passed, inconclusive }) => !passed && inconclusive === null)
    const open = thresholds.filter(({ inconclusive }) => inconclusive !== null)
    if (failed.length === 0 && open.length > 0) {
      return undecidedFinding(`${open.length} of ${thresholds.length} thresholds`, test, [['inconclusive', open.map(describe)]])
    }
    return decided(failed.length === 0, test, (isNegated) =>
      isNegated
        ? ['all thresholds passed, but were expected not to']
        : [`${failed.length} of ${thresholds.length} thresholds failed`, ['failed', failed.map(describe)]],
    )
  })
}

function describe({ selector, condition, text }: ThresholdResult): string {
  return `${selector}: ${condition}: ${text}`
}
