import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as csvParse from 'csv-parse/sync'
import { BenchpressError, messageOf } from '../../../base/errors/benchpress-error.ts'
import { feedFiles } from './feed-access.ts'

/** How the file of a feed is written. */
export interface FileFormat {
  /** What separates the values of a line. Default: a comma; a tab in a `.tsv` file; what a first line such as `sep=;` names. */
  readonly delimiter?: string
  /** Encoding of the text, by its name in the Encoding Standard, such as `latin1`. Default: UTF-8, or that of the byte order mark. */
  readonly encoding?: string
}

const readers: Readonly<Record<string, (text: string, delimiter: string | undefined) => unknown[]>> = {
  csv: readCsv,
  tsv: (text, delimiter = '\t') => readCsv(text, delimiter),
  json: readJson,
  jsonl: readJsonLines,
  ndjson: readJsonLines,
}

/**
 * Reads the rows of a file: CSV whose first line names the columns, a JSON array, or one JSON value a line.
 *
 * Nothing is guessed: a file that seems to have another delimiter or encoding than is known causes an error that says what to give.
 *
 * The file is read at once, when the journey module is loaded, so that errors in the file are found before any load.
 *
 * @param source path relative to the working directory, or a `file:` URL
 * @throws BenchpressError `INVALID_CONFIG` when the file does not exist, or does not have the format of its extension
 */
export function readRows(source: string | URL, { delimiter, encoding }: FileFormat = {}): readonly unknown[] {
  const file = source instanceof URL || source.startsWith('file:') ? fileURLToPath(source) : resolve(source)
  const extension = /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  const read = readers[extension]
  if (read === undefined) throw invalid(file, 'is of no kind that can be read', 'use a .csv, .tsv, .json, .jsonl or .ndjson file')
  const bytes = readBytes(file)
  feedFiles().add(file)
  try {
    return read(decode(bytes, encoding), delimiter)
  } catch (error) {
    throw invalid(file, `cannot be read: ${messageOf(error)}`, undefined, error)
  }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw invalid(file, `cannot be read: ${messageOf(error)}`, undefined, error)
    const hint = 'a path is relative to the working directory; `new URL("users.csv", import.meta.url)` is a file beside the journey'
    throw invalid(file, 'does not exist', hint, error)
  }
}

function decode(bytes: Uint8Array, encoding = encodingOfMark(bytes)): string {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch (error) {
    if (error instanceof RangeError) throw new Error(`the encoding "${encoding}" is not known`, { cause: error })
  }
  throw new Error(`its text is not in ${encoding}: give its encoding, such as encoding: 'latin1' or 'utf-16le'`)
}

function encodingOfMark([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

// Spreadsheets name the delimiter in a line of its own.
const separator = /^sep=([^\r\n])\r?\n/i

// Loaded only for a file of this kind, because most threads read none.
function readCsv(text: string, delimiter = separator.exec(text)?.[1]): unknown[] {
  const { parse } = createRequire(import.meta.url)('csv-parse/sync') as typeof csvParse
  const columns = (names: readonly string[]): string[] => checkColumns(names, delimiter === undefined)
  return parse(text.replace(separator, ''), { columns, skip_empty_lines: true, delimiter: delimiter ?? ',' })
}

// A column without a name, or with the name of another, would be lost silently; a column whose name has a delimiter is several.
function checkColumns(columns: readonly string[], isByDefault: boolean): string[] {
  const other = isByDefault ? /[;|\t]/.exec(columns.join(''))?.[0] : undefined
  if (other !== undefined)
    throw new Error(`its columns seem to be separated by another character than a comma: give delimiter: ${JSON.stringify(other)}`)
  const problem = columns.find((name, index) => name === '' || columns.indexOf(name) !== index)
  if (problem === '') throw new Error('a column has no name in the first line')
  if (problem !== undefined) throw new Error(`two columns are called "${problem}"`)
  return [...columns]
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
