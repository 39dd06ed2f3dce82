import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as csvParse from 'csv-parse/sync'
import { BenchpressError } from '../../../base/errors/benchpress-error.ts'

const readers: Readonly<Record<string, (text: string) => unknown[]>> = {
  csv: readCsv,
  json: readJson,
  jsonl: readJsonLines,
  ndjson: readJsonLines,
}

/**
 * Reads the rows of a file: CSV whose first line names the columns, a JSON array, or one JSON value a line.
 *
 * Reads at once, because a journey module is loaded before any load: so what is wrong with the file is found before it.
 *
 * @param source path relative to the working directory, or a `file:` URL
 * @throws BenchpressError `INVALID_CONFIG` when the file is not there or not what its extension says
 */
export function readRows(source: string | URL): readonly unknown[] {
  const file = source instanceof URL || source.startsWith('file:') ? fileURLToPath(source) : resolve(source)
  const extension = /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  const read = readers[extension]
  if (read === undefined) throw invalid(file, 'is of no kind that can be read', 'use a .csv, .json, .jsonl or .ndjson file')
  const text = readText(file)
  try {
    return read(text)
  } catch (error) {
    throw invalid(file, `cannot be read: ${error instanceof Error ? error.message : String(error)}`, undefined, error)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const hint = 'a path is relative to the working directory; `new URL("users.csv", import.meta.url)` is a file beside the journey'
    throw isMissing
      ? invalid(file, 'does not exist', hint, error)
      : invalid(file, `cannot be read: ${(error as Error).message}`, undefined, error)
  }
}

// At once and only for a file of that kind: most threads read none.
function readCsv(text: string): unknown[] {
  const { parse } = createRequire(import.meta.url)('csv-parse/sync') as typeof csvParse
  return parse(text, { columns: checkColumns, skip_empty_lines: true })
}

// A column without a name, or with that of another, would be lost without a word.
function checkColumns(names: readonly string[]): string[] {
  const problem = names.find((name, index) => name === '' || names.indexOf(name) !== index)
  if (problem === '') throw new Error('a column has no name in the first line')
  if (problem !== undefined) throw new Error(`two columns are called "${problem}"`)
  return [...names]
}

function readJson(text: string): unknown[] {
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value)) throw new Error('it holds no array')
  return value
}

function readJsonLines(text: string): unknown[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [JSON.parse(line) as unknown]
    } catch (error) {
      throw new Error(`line ${index + 1}: ${(error as Error).message}`, { cause: error })
    }
  })
}

function invalid(file: string, problem: string, hint?: string, cause?: unknown): BenchpressError {
  return new BenchpressError('INVALID_CONFIG', `the feed's file ${file} ${problem}`, { hint, cause })
}
