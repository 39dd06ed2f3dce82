import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** The most figures that all tests together compare, for which the chance of a false alarm is computed. */
export const mostFigures = 100

declare module 'vitest' {
  interface ProvidedContext {
    /** A file with a line for each figure that the tests of this run have compared. */
    figuresSpent: string
  }
}

/** Creates the file in which test files, each in a process of its own, count their figures. */
export function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'accuracy-'))
  const file = join(folder, 'figures')
  writeFileSync(file, '')
  provide('figuresSpent', file)
  return () => rmSync(folder, { recursive: true })
}

/** Counts figures that are about to be compared; throws where all tests of the run together have more than the budget. */
export function spendFigures(file: string, names: readonly string[]): void {
  appendFileSync(file, names.map((name) => `${name}\n`).join(''))
  const spent = readFileSync(file, 'utf8').split('\n').length - 1
  if (spent > mostFigures)
    throw new Error(`${spent} figures are compared, and the chance of a false alarm is computed for ${mostFigures}: raise mostFigures`)
}
