import { wrapLine } from '@benchpress/report/format'
import type { Output } from './command-io.ts'

/** The columns of a terminal, or 80 where it does not report them; a pipe and a file have no width. */
export function columnsOf({ isTTY, columns = 0 }: Output): number | undefined {
  if (isTTY !== true) return undefined
  return columns > 0 ? columns : 80
}

/** Writes lines of plain text to a stream; on a terminal they are broken between words. */
export function printLines(stream: Output, lines: readonly string[]): void {
  stream.write(lines.map((line) => `${wrapText(line, stream)}\n`).join(''))
}

/** Writes errors and notes as lines that begin with the name of the command. */
export function printFaults(stream: Output, faults: readonly string[]): void {
  printLines(
    stream,
    faults.map((fault) => `benchpress: ${fault}`),
  )
}

/** Breaks a line of plain text between words where a terminal is narrower; what follows the first line is indented. */
export function wrapText(line: string, stream: Output): string {
  return wrapLine([{ text: line, paint: (text) => text }], columnsOf(stream)).join('\n')
}
