import { type ByteBatch, type BuiltRequests, KeptRequests, RebuiltRequests, RequestChoice } from './built-requests.ts'
import type { AutocannonClient } from './autocannon.ts'
import { deriveSeed } from '../../model/workload/random.ts'
import type { ConnectionsShare } from './scenario-share.ts'
import type { Schedule } from './schedule.ts'

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

/** Returns large requests in turn, joining them only if several go out together. */
export class LargeRequests implements RequestSource {
  readonly #requests: readonly Buffer[]
  #place = 0

  constructor(requests: readonly Buffer[]) {
    this.#requests = requests
  }

  next(count: number): ByteBatch {
    const tags = Uint32Array.from({ length: count }, (_, index) => (this.#place + index) % this.#requests.length)
    const parts = Array.from(tags, (tag) => this.#requests[tag]!)
    this.#place = (this.#place + count) % this.#requests.length
    return { bytes: count === 1 ? parts[0]! : Buffer.concat(parts), tags }
  }
}

/** Rebuilds each request by autocannon, with a unique id. */
export class UniqueRequests implements RequestSource {
  readonly #iterator: AutocannonClient['requestIterator']

  constructor(iterator: AutocannonClient['requestIterator']) {
    this.#iterator = iterator
  }

  next(count: number): ByteBatch {
    const tags = new Uint32Array(count)
    const parts: Buffer[] = []
    for (let i = 0; i < count; i++) {
      parts.push(this.#iterator.nextRequest().requestBuffer)
      tags[i] = this.#iterator.currentRequestIndex
    }
    return { bytes: Buffer.concat(parts), tags }
  }
}

/** Returns requests in an order that all connections of a thread follow together. */
class OrderedRequests implements RequestSource {
  readonly #choice: RequestChoice
  readonly #built: BuiltRequests

  constructor(choice: RequestChoice, built: BuiltRequests) {
    this.#choice = choice
    this.#built = built
  }

  next(count: number, now: number): ByteBatch {
    const tags = Uint32Array.from({ length: count }, () => this.#choice.next(now))
    const parts = Array.from(tags, (tag) => this.#built.of(tag))
    return { bytes: count === 1 ? parts[0]! : Buffer.concat(parts), tags }
  }
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

  /** @param most the most requests in one batch */
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

  /** The batch of `count` requests from place `start` on. */
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

/** Creates the request sources of a scenario's connections; what several connections can share is kept once. */
export class RequestSupply {
  readonly #share: ConnectionsShare
  readonly #choice: RequestChoice
  #requests: readonly Buffer[] | undefined
  #sequence: RequestSequence | undefined

  /** @param choice the choice of requests, if it is shared with others */
  constructor(share: ConnectionsShare, choice?: RequestChoice) {
    this.#share = share
    this.#choice = choice ?? createChoice(share)
  }

  /** Sets the schedule, before the first request. */
  begin(schedule: Schedule): void {
    this.#choice.begin(schedule)
  }

  /** The source of one more connection, from the requests that autocannon built for its client. */
  of(iterator: AutocannonClient['requestIterator']): RequestSource {
    // With the order in-turn each connection goes through the requests by itself, from the first.
    const isInTurn = this.#share.order === 'in-turn'
    if (this.#share.uniqueIds)
      return isInTurn ? new UniqueRequests(iterator) : new OrderedRequests(this.#choice, new RebuiltRequests(iterator))
    const requests = this.#keep(iterator)
    return isInTurn ? this.#inTurn(requests) : new OrderedRequests(this.#choice, new KeptRequests(requests))
  }

  /** The source of all connections to one of several servers, from the requests that were built for it. */
  ofServer(built: BuiltRequests): RequestSource {
    const { order, uniqueIds, requests } = this.#share
    if (order !== 'in-turn' || uniqueIds) return new OrderedRequests(this.#choice, built)
    return this.#inTurn(requests.map((_, place) => built.of(place)))
  }

  #inTurn(requests: readonly Buffer[]): RequestSource {
    const { pipelining } = this.#share.workload
    const bytes = requests.reduce((sum, request) => sum + request.length, 0)
    if (bytes * (1 + pipelining / requests.length) > mostLaidOut) return new LargeRequests(requests)
    this.#sequence ??= new RequestSequence(requests, pipelining)
    return new PrebuiltRequests(this.#sequence)
  }

  // Every client has built every request; those of the first are kept.
  #keep(iterator: AutocannonClient['requestIterator']): readonly Buffer[] {
    this.#requests ??= iterator.requests.map((request) => request.requestBuffer)
    for (const request of iterator.requests) request.requestBuffer = Buffer.alloc(0)
    return this.#requests
  }
}

/** Creates the choice of requests for the connections of a scenario on one thread. */
export function createChoice({ order, requests, workload, seed, part }: ConnectionsShare): RequestChoice {
  return new RequestChoice(order, requests.length, workload.requests, deriveSeed(seed, `requests of thread ${part.worker}`))
}
