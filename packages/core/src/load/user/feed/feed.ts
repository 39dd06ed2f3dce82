import { feedAccess, FeedExhausted, type FeedAccess } from './feed-access.ts'
import { basename } from 'node:path'
import { BenchpressError } from '../../../base/errors/benchpress-error.ts'
import { nameHint } from '../../../base/errors/closest-name.ts'
import { showValue } from '../../../base/redact/cut-text.ts'
import type { UserMembers } from '../journey.ts'
import { readRows, type FileFormat } from './read-rows.ts'

/** How a feed chooses the row for a user: `unique` one that no other user gets, `sequential` the next one, `random` any one, `perUser` always the same one. */
export type FeedMode = 'unique' | 'sequential' | 'random' | 'perUser'

/**
 * The place in an endless sequence of rows of a user's next row; beyond the last row the feed is used up, or wraps around.
 *
 * `asked` is the number of rows that this thread has handed out. Threads take turns, so that together they hand out each row once, in order, before any
 * row is repeated.
 */
function placeInSequence(mode: Exclude<FeedMode, 'random'>, { id, scenario: { part } }: FeedAccess, asked: number): number {
  return mode === 'perUser' ? id : asked * part.workers + part.worker
}

/**
 * What happens to a user for whom there is no row left.
 *
 * `stop`: its iteration is aborted and the user stops. `error`: its iteration fails. `wrap`: the rows are repeated from the first one.
 */
export type FeedEnd = 'stop' | 'error' | 'wrap'

/** How a feed hands out its rows. */
export type FeedOptions = FileFormat & {
  /** Name of the feed in the result and in errors. Default: the name of the file, or `feed`. */
  readonly name?: string
} & (
    | {
        /** Each row is used at most once, over all users, threads and scenarios that use this feed. */
        readonly mode: 'unique'
        /** What happens when all rows are used. Default `stop`. */
        readonly onExhausted?: 'stop' | 'error'
      }
    | {
        /** `sequential`: each row in turn; `perUser`: always the row of the user's number. */
        readonly mode: 'sequential' | 'perUser'
        /** What happens after the last row. Default `wrap`. */
        readonly onExhausted?: FeedEnd
      }
    | {
        /** Any row, by the user's own seeded random numbers; never used up. */
        readonly mode: 'random'
      }
  )

/** The part of a user that a feed needs. */
export type FeedUser = Pick<UserMembers, 'id' | 'iteration'>

/** A feed of rows, which users read one by one when they need them. */
export interface Feed<Row> {
  readonly name: string
  /** The number of rows. */
  readonly length: number
  /**
   * Returns the next row for a user of a journey, which must not be changed.
   *
   * @throws Error when there is none left and the feed does not wrap; a journey should not catch it
   */
  next(user: FeedUser): Row
}

/**
 * Makes a feed of the rows of a file or a list; to be called at the top of a journey module.
 *
 * The rows of a `.csv` or `.tsv` file are objects of strings, those of `.json` the items of its array, and those of `.jsonl` and `.ndjson` a value for
 * each line.
 * A path is relative to the working directory; `new URL('users.csv', import.meta.url)` is a file next to the journey. With several load threads each
 * hands out its own rows, so a thread may run out of rows before another.
 *
 * @throws BenchpressError `INVALID_CONFIG` for options that do not exist, and when the file does not exist, cannot be read, or has no rows
 */
export function feed<Row = Readonly<Record<string, string>>>(source: string | URL | readonly Row[], options: FeedOptions): Feed<Row> {
  return new RowFeed<Row>(source, options)
}

// The number of feeds of this thread by name, because each name in the result stands for one feed.
const names = new Map<string, number>()

class RowFeed<Row> implements Feed<Row> {
  readonly name: string
  readonly #rows: readonly Row[]
  readonly #mode: FeedMode
  readonly #onExhausted: FeedEnd
  // The number of rows that each thread has handed out. In the calling thread a module outlives a test, and each test starts from the first row.
  readonly #asked = new WeakMap<object, { count: number }>()

  constructor(source: string | URL | readonly Row[], options: FeedOptions) {
    checkFeed(source, { ...options })
    this.name = nameOnce(options.name ?? defaultName(source))
    this.#rows = typeof source === 'string' || source instanceof URL ? (readRows(source, options) as readonly Row[]) : source
    this.#mode = options.mode
    this.#onExhausted = endOf(options)
    if (this.#rows.length === 0) throw new BenchpressError('INVALID_CONFIG', `the feed "${this.name}" has no rows`)
  }

  get length(): number {
    return this.#rows.length
  }

  next(user: FeedUser & { readonly [feedAccess]?: FeedAccess }): Row {
    // In JavaScript the argument may have any type.
    const access = (user as Partial<typeof user> | undefined)?.[feedAccess]
    if (access === undefined) throw new TypeError(`feed "${this.name}": next() is given the user of the journey, as in feed.next(user)`)
    access.throwIfStopped()
    return this.#rows[this.#rowFor(access)] as Row
  }

  #rowFor(access: FeedAccess): number {
    const { length } = this.#rows
    if (this.#mode === 'random') return access.random.int(0, length - 1)
    const asked = this.#askedBy(access.scenario.thread)
    const place = placeInSequence(this.#mode, access, asked.count)
    if (place >= length && this.#onExhausted !== 'wrap') throw this.#exhausted()
    asked.count += 1
    if (this.#mode === 'unique') access.scenario.recorder.feedUsed(this.name, length, place)
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

// The ways in which the rows of each mode may end.
const ends: Readonly<Record<string, readonly FeedEnd[]>> = {
  unique: ['stop', 'error'],
  sequential: ['stop', 'error', 'wrap'],
  perUser: ['stop', 'error', 'wrap'],
  random: [],
} satisfies Record<FeedMode, FeedEnd[]>
const optionNames: readonly string[] = ['mode', 'onExhausted', 'name', 'delimiter', 'encoding']

// In JavaScript both arguments may be anything.
function checkFeed(source: unknown, { mode = '', onExhausted, ...others }: Readonly<Record<string, unknown>>): void {
  if (typeof source !== 'string' && !(source instanceof URL) && !Array.isArray(source))
    refuse(`the source must be a path, a URL or a list (was ${showValue(source)})`, 'such as feed("users.csv", { mode: "unique" })')
  const unknown = Object.keys(others).find((key) => !optionNames.includes(key))
  if (unknown !== undefined) refuse(`there is no option "${unknown}"`, nameHint(unknown, optionNames))
  const allowed: readonly unknown[] | undefined = Object.hasOwn(ends, String(mode)) ? ends[String(mode)] : undefined
  if (allowed === undefined) refuse(`needs a mode (was ${showValue(mode)})`, nameHint(String(mode), Object.keys(ends)))
  else if (onExhausted !== undefined && !allowed.includes(onExhausted))
    refuse(`the mode "${String(mode)}" has no onExhausted ${showValue(onExhausted)}`, `known are ${allowed.join(', ') || 'none'}`)
}

function refuse(problem: string, hint: string): never {
  throw new BenchpressError('INVALID_CONFIG', `feed: ${problem}`, { hint })
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
