import { causeNotRun } from '@benchpress/core'
import type { TestResult } from '@benchpress/core'

/** Says why a run on a variant was not made, `N/A: nothing is listening at 127.0.0.1:3000`; `undefined` where it was. */
export function notRunLine(test: TestResult): string | undefined {
  const cause = test.variant === 'default' ? undefined : causeNotRun(test)
  return cause === undefined ? undefined : `N/A: ${inOneLine(cause)}`
}

/** Puts a cause, which may be followed by what a command printed, on one line of bounded length. */
export function inOneLine(cause: string): string {
  const line = cause.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`
}

const longest = 240
