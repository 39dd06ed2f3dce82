import type { TestResult } from '../result/shape/result.ts'

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
