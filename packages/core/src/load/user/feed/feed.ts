import { feedAccess, FeedExhausted, type FeedAccess } from './feed-access.ts'
import { basename } from 'node:path'
import { BenchpressError } from '../../../base/errors/benchpress-error.ts'
import type { UserMembers } from '../journey.ts'
import { readRows } from './read-rows.ts'

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
