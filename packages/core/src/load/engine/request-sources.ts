import { deriveSeed } from '../../model/workload/random.ts'
import type { AutocannonClient } from './autocannon.ts'
import { KeptRequests, RebuiltRequests, type BuiltRequests } from './built-requests.ts'
import { RequestChoice } from './request-choice.ts'
import { RequestSequence } from './request-sequence.ts'
import { LargeRequests, OrderedRequests, PrebuiltRequests, UniqueRequests, type RequestSource } from './request-source.ts'
import type { ConnectionsShare } from './scenario-share.ts'
import type { Schedule } from './schedule.ts'

// Larger requests are not laid out again and again for batches.
const mostLaidOut = 1 << 20

/** Creates where the connections of a scenario get their requests from; what several of them can share is kept once. */
export class RequestSources {
  readonly #share: ConnectionsShare
  readonly #choice: RequestChoice
  #requests: readonly Buffer[] | undefined
  #sequence: RequestSequence | undefined

  /** @param choice what is sent next, where others take from it too */
  constructor(share: ConnectionsShare, choice?: RequestChoice) {
    const { order, requests, workload, seed, part } = share
    this.#share = share
    this.#choice =
      choice ?? new RequestChoice(order, requests.length, workload.requests, deriveSeed(seed, `requests of thread ${part.worker}`))
  }

  /** Hears when the phases are, before the first request. */
  begin(schedule: Schedule): void {
    this.#choice.begin(schedule)
  }

  /** The source of one more connection, from what autocannon built for its client. */
  of(iterator: AutocannonClient['requestIterator']): RequestSource {
    // In turn each connection goes through the requests by itself, from the first.
    const isInTurn = this.#share.order === 'in-turn'
    if (this.#share.uniqueIds)
      return isInTurn ? new UniqueRequests(iterator) : new OrderedRequests(this.#choice, new RebuiltRequests(iterator))
    const requests = this.#keep(iterator)
    return isInTurn ? this.#inTurn(requests) : new OrderedRequests(this.#choice, new KeptRequests(requests))
  }

  /** The source of all connections to one of several servers, from what was built for it. */
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

  // Every client has built every request; the first one's are kept.
  #keep(iterator: AutocannonClient['requestIterator']): readonly Buffer[] {
    this.#requests ??= iterator.requests.map((request) => request.requestBuffer)
    for (const request of iterator.requests) request.requestBuffer = Buffer.alloc(0)
    return this.#requests
  }
}
