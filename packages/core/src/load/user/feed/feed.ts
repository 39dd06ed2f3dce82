import { feedAccess, FeedExhausted, feedFiles, type FeedAccess } from './feed-access.ts'
import { basename, resolve } from 'node:path'
import { BenchpressError, messageOf } from '../../../base/errors/benchpress-error.ts'
import type { UserMembers } from '../journey.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as csvParse from 'csv-parse/sync'

/** Which row of a feed a user gets: `unique` one that no other gets, `sequential` the next one, `random` any, `perUser` always the same one. */
export type FeedMode = 'unique' | 'sequential' | 'random' | 'perUser'

/**
 * Where in an endless sequence of rows a user is who asks for its next one; what is beyond the last row is used up, or wraps around.
 *
 * `asked` is how often this thread was asked before. Threads take turns, so that all of them together get each row once, in order, before any
 * row comes again.
 */
function placeInSequence(mode: Exclude<FeedMode, 'random'>, { id, part }: Pick<FeedAccess, 'id' | 'part'>, asked: number): number {
  return mode === 'perUser' ? id : asked * part.workers + part.worker
}

/**
 * What happens to a user for whom there is no row left.
 *
 * `stop`: its iteration is aborted and the user does no more. `error`: its iteration fails. `wrap`: rows come again from the first one.
 */
export type FeedEnd = 'stop' | 'error' | 'wrap'

/** How a feed hands out its rows. */
export type FeedOptions = {
  /** What it is called in the result and in errors. Default: the name of the file, or `feed`. */
  readonly name?: string
} & (
  | {
      /** Each row once at most, over all users, threads and scenarios that use this feed. */
      readonly mode: 'unique'
      /** Default `stop`. */
      readonly onExhausted?: 'stop' | 'error'
    }
  | {
      /** `sequential`: each row in turn; `perUser`: to a user always that of its number. */
      readonly mode: 'sequential' | 'perUser'
      /** Default `wrap`. */
      readonly onExhausted?: FeedEnd
    }
  | {
      /** Any row, by the user's own seeded numbers; never used up. */
      readonly mode: 'random'
    }
)

/** A user of a journey, as far as a feed is concerned. */
export type FeedUser = Pick<UserMembers, 'id' | 'iteration'>

/** Rows for users, each of which asks for one when it needs it. */
export interface Feed<Row> {
  readonly name: string
  /** How many rows there are. */
  readonly length: number
  /**
   * The row for a user of a journey, to be read only.
   *
   * @throws Error when there is none left and the feed does not wrap; a journey should let it pass
   */
  next(user: FeedUser): Row
}

/**
 * Makes a feed of the rows of a file or a list; to be called at the top of a journey module.
 *
 * A `.csv` file gives an object of strings a row, `.json` the items of its array, `.jsonl` and `.ndjson` a value a line. A path is relative to
 * the working directory; `new URL('users.csv', import.meta.url)` is a file beside the journey. With several load threads each hands out rows
 * of its own, so a thread may run out before another.
 *
 * @throws BenchpressError `INVALID_CONFIG` when the file is not there, cannot be read, or there are no rows
 */
export function feed<Row = Readonly<Record<string, string>>>(source: string | URL | readonly Row[], options: FeedOptions): Feed<Row> {
  return new RowFeed<Row>(source, options)
}

// By name, how many feeds of this thread have it: in the result a name stands for one feed.
const names = new Map<string, number>()

class RowFeed<Row> implements Feed<Row> {
  readonly name: string
  readonly #rows: readonly Row[]
  readonly #mode: FeedMode
  readonly #onExhausted: FeedEnd
  // How often each thread asked. In the calling thread a module outlives a test, and each test starts from the first row.
  readonly #asked = new WeakMap<object, { count: number }>()

  constructor(source: string | URL | readonly Row[], options: FeedOptions) {
    this.name = nameOnce(options.name ?? defaultName(source))
    this.#rows = typeof source === 'string' || source instanceof URL ? (readRows(source) as readonly Row[]) : source
    this.#mode = options.mode
    this.#onExhausted = endOf(options)
    if (this.#rows.length === 0) throw new BenchpressError('INVALID_CONFIG', `the feed "${this.name}" has no rows`)
  }

  get length(): number {
    return this.#rows.length
  }

  next(user: FeedUser & { readonly [feedAccess]?: FeedAccess }): Row {
    // What JavaScript passes is not held to the type.
    const access = (user as Partial<typeof user> | undefined)?.[feedAccess]
    if (access === undefined) throw new TypeError(`feed "${this.name}": next() is given the user of the journey, as in feed.next(user)`)
    access.throwIfStopped()
    return this.#rows[this.#rowFor(access)] as Row
  }

  #rowFor(access: FeedAccess): number {
    const { length } = this.#rows
    if (this.#mode === 'random') return access.random.int(0, length - 1)
    const asked = this.#askedBy(access.thread)
    const place = placeInSequence(this.#mode, access, asked.count)
    if (place >= length && this.#onExhausted !== 'wrap') throw this.#exhausted()
    asked.count += 1
    if (this.#mode === 'unique') access.feedUsed(this.name, length, place)
    return place % length
  }

  #askedBy(thread: object): { count: number } {
    let asked = this.#asked.get(thread)
    if (asked === undefined) {
      asked = { count: 0 }
      this.#asked.set(thread, asked)
    }
    return asked
  }

  #exhausted(): Error {
    const message = `no row of the feed "${this.name}" is left`
    return this.#onExhausted === 'stop' ? new FeedExhausted(message) : new Error(message)
  }
}

function endOf(options: FeedOptions): FeedEnd {
  if (options.mode === 'random') return 'wrap'
  return options.onExhausted ?? (options.mode === 'unique' ? 'stop' : 'wrap')
}

function defaultName(source: string | URL | readonly unknown[]): string {
  if (typeof source === 'string') return basename(source)
  return source instanceof URL ? basename(source.pathname) : 'feed'
}

// Modules are loaded in the same order in each thread, so a feed has the same name in all of them.
function nameOnce(name: string): string {
  const count = (names.get(name) ?? 0) + 1
  names.set(name, count)
  return count === 1 ? name : `${name} (${count})`
}

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
  feedFiles().add(file)
  try {
    return read(text)
  } catch (error) {
    throw invalid(file, `cannot be read: ${messageOf(error)}`, undefined, error)
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
function checkColumns(columns: readonly string[]): string[] {
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
