import Table from 'cli-table3'
import { drawMinimums, type JudgedMinimum } from './minimums.ts'
import { writeJson } from './write-json.ts'

/** Draws a table, whose columns of figures are on the right. */
export function drawTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const colAligns = head.map((_, column) => (column === 0 ? ('left' as const) : ('right' as const)))
  const table = new Table({ head: [...head], style: { head: [], border: [] }, colAligns })
  for (const row of rows) table.push([...row])
  return table.toString()
}

/** The figures of a suite. */
interface SuiteReport {
  readonly suite: string
  readonly tables: readonly string[]
  readonly minimums: readonly JudgedMinimum[]
  /** What is written to the file, besides the minimums. */
  readonly measured: Readonly<Record<string, unknown>>
}

/**
 * Prints the figures of a suite, and writes them to a file if there is one.
 *
 * @returns whether no minimum was missed
 */
export async function report({ suite, tables, minimums, measured }: SuiteReport, json: string | undefined): Promise<boolean> {
  for (const table of tables) console.log(`\n${table}`)
  if (minimums.length > 0) console.log(`\n${drawMinimums(minimums)}`)
  if (json !== undefined) await writeJson(json, suite, { ...measured, minimums })
  return minimums.every(({ state }) => state !== 'not met')
}

/** Writes bytes as megabytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

/** Writes a ratio with its interval, if there is one. */
export function drawRatio({ ratio, interval }: { readonly ratio: number | null; readonly interval: readonly number[] | null }): string {
  const between = interval === null ? '' : ` (${interval.map((end) => end.toFixed(3)).join(' to ')})`
  return `${(ratio ?? NaN).toFixed(3)}x${between}`
}
