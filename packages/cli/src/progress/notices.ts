import type { Progress } from '@benchpress/core'
import { printable } from '@benchpress/report/texts'
import type { Output } from '../command-io.ts'
import { wrapText } from '../print-lines.ts'

/** Shows progress until it is stopped, and then leaves no line that the report would overwrite. */
export interface ProgressDisplay {
  update(progress: Progress): void
  /** Prints a line of plain text that stays. */
  print(line: string): void
  stop(): void
}

/** Returns a function that formats the notices of a progress which have not been printed yet, as lines for a stream. */
export function createNoticeFilter(stream: Output): (progress: Progress) => string | undefined {
  const shown = new Set<string>()
  return ({ message }) => {
    if (message === undefined || shown.has(message)) return undefined
    shown.add(message)
    return `${wrapText(`benchpress: ${printable(message)}`, stream)}\n`
  }
}
