import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeModule } from '../../../../test/load/journeys/module-fixture.ts'
import { ScenarioRecorder } from '../../../measure/recorder/scenario-recorder.ts'
import { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import { StreamRandom } from '../seeded-random.ts'
import { userStopped } from '../failure.ts'
import { feedAccess, isFeedExhausted, type FeedAccess } from './feed-access.ts'
import { feed, type Feed, type FeedOptions, type FeedUser } from './feed.ts'

/** A load thread as a feed sees it: its module was loaded there, and its users ask. */
class Thread {
  readonly recorder = new UserRecorder(new ScenarioRecorder(), {})
  readonly feed: Feed<number>
  readonly #identity = {}
  readonly #worker: number
  readonly #workers: number

  constructor(worker: number, workers: number, rows: readonly number[], options: FeedOptions) {
    this.#worker = worker
    this.#workers = workers
    this.feed = feed(rows, options)
  }

  user(id: number, over: Partial<FeedAccess> = {}, part = { worker: this.#worker, workers: this.#workers }): FeedUser {
    const access: FeedAccess = {
      id,
      random: new StreamRandom(1, id),
      scenario: { part, thread: this.#identity, recorder: this.recorder },
      throwIfStopped: () => undefined,
      ...over,
    }
    return Object.assign({ id, iteration: { index: 0, globalIndex: id } }, { [feedAccess]: access })
  }
}

function threadsOf(workers: number, rows: number, options: FeedOptions): Thread[] {
  const list = Array.from({ length: rows }, (_, index) => index)
  return Array.from({ length: workers }, (_, worker) => new Thread(worker, workers, list, options))
}

/** The row that a user gets, as a list, which is empty when none is left. */
function ask(thread: Thread, id: number): number[] {
  try {
    return [thread.feed.next(thread.user(id))]
  } catch (error) {
    if (isFeedExhausted(error)) return []
    throw error
  }
}

/** What a thread's feed hands out until it has no more. */
function drain(thread: Thread): number[] {
  const handedOut: number[] = []
  for (let row = ask(thread, 0); row.length > 0; row = ask(thread, 0)) handedOut.push(...row)
  return handedOut
}

const workers = fc.integer({ min: 1, max: 9 })
const rows = fc.integer({ min: 1, max: 60 })
const byNumber = (one: number, other: number): number => one - other

describe('unique', () => {
  test('a unique feed hands out every row once, over all threads and users', () => {
    fc.assert(
      fc.property(workers, rows, (count, length) => {
        const handedOut = threadsOf(count, length, { mode: 'unique' }).flatMap(drain)
        expect(handedOut.toSorted(byNumber)).toEqual(Array.from({ length }, (_, index) => index))
      }),
    )
  })

  test('a unique feed hands out no row twice, in any order of users', () => {
    fc.assert(
      fc.property(workers, rows, fc.array(fc.tuple(fc.nat(), fc.nat(20)), { maxLength: 100 }), (count, length, asking) => {
        const threads = threadsOf(count, length, { mode: 'unique' })
        const handedOut: number[] = []
        for (const [worker, id] of asking) {
          const thread = threads[worker % count]
          if (thread !== undefined) handedOut.push(...ask(thread, id))
        }
        expect(new Set(handedOut).size).toBe(handedOut.length)
      }),
    )
  })

  test('a unique feed records each row by its place', () => {
    const [first, second] = threadsOf(2, 5, { mode: 'unique', name: 'recorded' })
    for (const thread of [first, second]) if (thread !== undefined) drain(thread)
    expect(first?.recorder.take(1).users?.feeds).toEqual([{ name: 'recorded', rows: 5, used: Uint32Array.of(0, 2, 4) }])
    expect(second?.recorder.take(1).users?.feeds).toMatchObject([{ rows: 5, used: Uint32Array.of(1, 3) }])
  })

  test('a unique feed can fail its users instead of stopping them', () => {
    const [thread] = threadsOf(1, 1, { mode: 'unique', onExhausted: 'error', name: 'failing' })
    thread?.feed.next(thread.user(0))
    let caught: unknown
    try {
      thread?.feed.next(thread.user(0))
    } catch (error) {
      caught = error
    }
    expect(caught).toEqual(new Error('no row of the feed "failing" is left'))
    expect(isFeedExhausted(caught)).toBe(false)
  })

  test('a unique feed starts from the first row in the next test, although the module is still loaded', () => {
    const users = feed([1, 2], { mode: 'unique' })
    const [first, second] = threadsOf(2, 1, { mode: 'unique' })
    const part = { worker: 0, workers: 1 }
    for (const thread of [first, second]) {
      expect([0, 1].map((id) => thread && users.next(thread.user(id, {}, part)))).toEqual([1, 2])
    }
  })
})

describe('sequential', () => {
  test('a sequential feed hands out each row over all threads before any row is repeated', () => {
    fc.assert(
      fc.property(workers, rows, fc.integer({ min: 1, max: 30 }), (count, length, times) => {
        const threads = threadsOf(count, length, { mode: 'sequential' })
        const handedOut = Array.from({ length: times }, () => threads.map((thread) => thread.feed.next(thread.user(7)))).flat()
        expect(handedOut).toEqual(Array.from({ length: count * times }, (_, index) => index % length))
      }),
    )
  })

  test('a sequential feed can stop at the last row, and records none', () => {
    const threads = threadsOf(2, 5, { mode: 'sequential', onExhausted: 'stop' })
    expect(threads.map(drain)).toEqual([
      [0, 2, 4],
      [1, 3],
    ])
    expect(threads[0]?.recorder.take(1).users?.feeds).toEqual([])
  })
})

describe('perUser', () => {
  test('a perUser feed always gives a user the same row, whatever other users get', () => {
    const [thread] = threadsOf(3, 4, { mode: 'perUser' })
    expect([0, 3, 9, 3, 0, 9].map((id) => thread?.feed.next(thread.user(id)))).toEqual([0, 3, 1, 3, 0, 1])
  })

  test('a perUser feed can stop users beyond the last row', () => {
    const [thread] = threadsOf(1, 2, { mode: 'perUser', onExhausted: 'stop' })
    expect(thread?.feed.next(thread.user(1))).toBe(1)
    expect(() => thread?.feed.next(thread.user(2))).toThrow(/no row of the feed .* is left/)
  })
})

test('a random feed hands out any row, and the same ones to a user with the same number', () => {
  const [thread] = threadsOf(2, 5, { mode: 'random' })
  const draw = (): (number | undefined)[] => {
    const user = thread?.user(3)
    return Array.from({ length: 100 }, () => user && thread?.feed.next(user))
  }
  const drawn = draw()
  expect(new Set(drawn)).toEqual(new Set([0, 1, 2, 3, 4]))
  expect(draw()).toEqual(drawn)
})

test('a stopped user gets no row', () => {
  const [thread] = threadsOf(1, 2, { mode: 'unique' })
  const throwIfStopped = (): void => {
    throw userStopped
  }
  expect(() => thread?.feed.next(thread.user(0, { throwIfStopped }))).toThrow(userStopped)
  expect(thread?.feed.next(thread.user(0))).toBe(0)
})

test('only a user of a journey can read a row', () => {
  expect(() => feed([1], { mode: 'random', name: 'numbers' }).next({ id: 1, iteration: { index: 0, globalIndex: 0 } })).toThrow(
    new TypeError('feed "numbers": next() is given the user of the journey, as in feed.next(user)'),
  )
})

test('a feed is named after its file, and never like another feed of the thread', async () => {
  const path = await writeModule('accounts.csv', 'name\nann\n')
  const names = [feed(path, { mode: 'unique' }), feed(path, { mode: 'random' }), feed(path, { mode: 'random', name: 'vip' })]
  expect(names.map(({ name }) => name)).toEqual(['accounts.csv', 'accounts.csv (2)', 'vip'])
  expect(feed(path, { mode: 'random' }).length).toBe(1)
})

test('a feed without rows is refused where it is made', () => {
  expect(() => feed([], { mode: 'unique', name: 'nobody' })).toThrow('the feed "nobody" has no rows')
})

test.each<[source: unknown, options: unknown, message: string, hint: RegExp]>([
  [[1], undefined, 'feed: needs a mode (was "")', /unique, sequential, perUser, random/],
  [[1], {}, 'feed: needs a mode (was "")', /unique/],
  [[1], { mode: 'uniqe' }, 'feed: needs a mode (was "uniqe")', /"unique"/],
  [[1], { mode: 'unique', onExhausted: 'wrap' }, 'feed: the mode "unique" has no onExhausted "wrap"', /stop, error/],
  [[1], { mode: 'random', onExhausted: 'stop' }, 'feed: the mode "random" has no onExhausted "stop"', /none/],
  [[1], { mode: 'unique', separator: ';' }, 'feed: there is no option "separator"', /delimiter/],
  [undefined, { mode: 'unique' }, 'feed: the source must be a path, a URL or a list (was undefined)', /users\.csv/],
])('a feed of %j with the options %j is refused', (source, options, message, hint) => {
  expect(() => feed(source as [], options as FeedOptions)).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIG', message, hint: expect.stringMatching(hint) as string }),
  )
})
