import { RequestPlaces, type RequestOrder } from '../../model/workload/choices.ts'
import { sumOf } from '../../base/units/count.ts'
import type { BuiltRequests } from './autocannon.ts'
import type { RequestBatch } from '../wire/connection-owner.ts'
import { deriveSeed } from '../../model/workload/random.ts'
import type { ConnectionsShare } from './scenario-share.ts'
import { unscheduled, type Schedule } from './schedule.ts'

/** Requests that go out in one write, built as bytes. */
export interface ByteBatch extends RequestBatch {
  readonly bytes: Uint8Array
}

/** The source of the next requests of one connection. */
export interface RequestSource {
  /** Returns the next requests, which are sent at `now` in one write. */
  next(count: number, now: number): ByteBatch
}

/** Returns prebuilt requests in turn. */
export class PrebuiltRequests implements RequestSource {
  readonly #sequence: RequestSequence
  #place = 0

  constructor(sequence: RequestSequence) {
    this.#sequence = sequence
  }

  next(count: number): ByteBatch {
    const batch = this.#sequence.batch(this.#place, count)
    this.#place = (this.#place + count) % this.#sequence.length
    return batch
  }
}

/** Returns the requests at the places that are chosen, joining them only if several go out together. */
export class ChosenRequests implements RequestSource {
  readonly #choose: (now: number) => number
  readonly #built: BuiltRequests

  constructor(choose: (now: number) => number, built: BuiltRequests) {
    this.#choose = choose
    this.#built = built
  }

  next(count: number, now: number): ByteBatch {
    const tags = Uint32Array.from({ length: count }, () => this.#choose(now))
    const parts = Array.from(tags, this.#built)
    return { bytes: count === 1 ? parts[0]! : Buffer.concat(parts), tags }
  }
}

/** Returns places in turn, from the first. */
export function inTurn(places: number): () => number {
  let place = -1
  return () => (place = (place + 1) % places)
}

// The number of batches, one for each start and count, is small for one request, and large for thousands.
const mostKept = 4096

/**
 * Requests in turn, laid out so that any consecutive ones go out in one write without being copied.
 *
 * A batch is cut once and kept; requests are identified by their place in the sequence.
 */
export class RequestSequence {
  readonly #length: number
  readonly #bytes: Buffer
  readonly #offsets: number[] = [0]
  readonly #batches: (ByteBatch | undefined)[][]
  #kept = 0

  constructor(requests: readonly Uint8Array[], most: number) {
    this.#length = requests.length
    const laidOut = Array.from({ length: requests.length + most }, (_, index) => requests[index % requests.length]!)
    this.#bytes = Buffer.concat(laidOut)
    for (const request of laidOut) this.#offsets.push(this.#offsets.at(-1)! + request.length)
    this.#batches = requests.map(() => [])
  }

  get length(): number {
    return this.#length
  }

  batch(start: number, count: number): ByteBatch {
    const known = this.#batches[start]![count]
    if (known !== undefined) return known
    const bytes = this.#bytes.subarray(this.#offsets[start], this.#offsets[start + count])
    const batch = { bytes, tags: Uint32Array.from({ length: count }, (_, index) => (start + index) % this.#length) }
    if (this.#kept < mostKept) {
      this.#batches[start]![count] = batch
      this.#kept += 1
    }
    return batch
  }
}

// Larger requests are not laid out repeatedly for batches.
const mostLaidOut = 1 << 20

/** Creates the sources of the connections to one server; what they can share is kept once. */
export class RequestSupply {
  readonly #built: BuiltRequests
  readonly #requests: number
  readonly #choice: RequestChoice | undefined
  readonly #sequence: RequestSequence | undefined

  /** @param choice the choice of requests, which all connections of a thread follow together unless the order is in-turn */
  constructor({ order, uniqueIds, requests, workload }: ConnectionsShare, choice: RequestChoice, built: BuiltRequests) {
    this.#built = built
    this.#requests = requests.length
    this.#choice = order === 'in-turn' ? undefined : choice
    if (order === 'in-turn' && !uniqueIds)
      this.#sequence = layOut(
        requests.map((_, place) => built(place)),
        workload.pipelining,
      )
  }

  /** Creates the source of one more connection. With the order in-turn each connection goes through the requests by itself, from the first. */
  next(): RequestSource {
    const choice = this.#choice
    if (choice !== undefined) return new ChosenRequests((now) => choice.next(now), this.#built)
    return this.#sequence === undefined ? new ChosenRequests(inTurn(this.#requests), this.#built) : new PrebuiltRequests(this.#sequence)
  }
}

function layOut(requests: readonly Buffer[], pipelining: number): RequestSequence | undefined {
  const bytes = sumOf(requests, ({ length }) => length)
  return bytes * (1 + pipelining / requests.length) > mostLaidOut ? undefined : new RequestSequence(requests, pipelining)
}

/** Creates the choice of requests for the connections of a scenario on one thread. */
export function createChoice({ order, requests, workload, seed, part }: ConnectionsShare): RequestChoice {
  return new RequestChoice(order, requests.length, workload.requests, deriveSeed(seed, `requests of thread ${part.worker}`))
}

/**
 * Chooses the request of a scenario that is sent next on one thread.
 *
 * The run phase follows the configured order from its beginning; the warm-up takes all requests in turn, whatever the order.
 */
export class RequestChoice {
  readonly #places: RequestPlaces
  readonly #requests: number
  #schedule = unscheduled
  #warmedUp = 0
  #chosen = 0

  /** @param total the requests of the run phase; `undefined` when a duration ends it */
  constructor(order: RequestOrder, requests: number, total: number | undefined, seed: number) {
    this.#places = new RequestPlaces(order, requests, total, seed)
    this.#requests = requests
  }

  begin(schedule: Schedule): void {
    this.#schedule = schedule
  }

  /**
   * The place of the next request, which is due at `plannedAt`.
   *
   * @param number the number of the request in the order; default the thread's own count
   */
  next(plannedAt: number, number?: number): number {
    const { runStart, runEnd } = this.#schedule
    if (plannedAt < runStart) return this.#warmedUp++ % this.#requests
    return this.#places.placeOf(number ?? this.#chosen++, (plannedAt - runStart) / (runEnd - runStart))
  }
}
