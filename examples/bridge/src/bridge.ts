import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson, sendText, statusJson } from './send.ts'
import type { BridgeCounts } from './bridge-counts.ts'
import type { BridgeMetrics } from './bridge-metrics.ts'
import { EventStream } from './event-stream.ts'
import type { Heartbeats } from './heartbeats.ts'
import type { KeptMessages, MessageStore } from './message-store.ts'
import { beginning } from './position.ts'
import type { Posting, Protocol, SubscriptionRequest } from './protocol.ts'
import { readQuery } from './query.ts'
import { readBody } from './read-body.ts'
import type { Subscriptions } from './subscriptions.ts'

/** The parts of a bridge. */
export interface BridgeParts {
  readonly protocol: Protocol
  readonly store: MessageStore
  readonly subscriptions: Subscriptions
  readonly heartbeats: Heartbeats
  readonly metrics: BridgeMetrics
  readonly counts: BridgeCounts
  readonly bodyLimit: number
}

/** The two requests of the protocol. `onHead` is called with the status to be counted, once the head of the response is sent. */
export class Bridge {
  /** Open streams. */
  connections = 0
  readonly #parts: BridgeParts
  readonly #accepted: string

  constructor(parts: BridgeParts) {
    this.#parts = parts
    this.#accepted = statusJson('OK', 200) + parts.protocol.jsonEnd
  }

  /** `GET /events`. */
  subscribe(request: IncomingMessage, response: ServerResponse, onHead: (status: number) => void): void {
    const { protocol, metrics } = this.#parts
    const header = request.headers['last-event-id']
    const asked = protocol.readSubscription(readQuery(request.url ?? ''), typeof header === 'string' ? header : undefined)
    if ('refused' in asked) {
      onHead(this.#refuseSubscription(response, asked.refused))
      return
    }
    metrics.idsPerConnection(asked.ids.length)
    const stream = this.#createStream(response, asked)
    if (asked.after === undefined) {
      this.#open(stream, { messages: [], upTo: beginning })
      onHead(200)
      return
    }
    const kept = this.#parts.store.since(asked.ids, asked.after)
    if (kept instanceof Promise) {
      kept.then(
        (messages) => {
          this.#open(stream, messages)
          onHead(200)
        },
        () => onHead(this.#fail(response)),
      )
    } else {
      this.#open(stream, kept)
      onHead(200)
    }
  }

  /** `POST /message`. */
  post(request: IncomingMessage, response: ServerResponse, onHead: (status: number) => void): void {
    const { protocol, counts, bodyLimit } = this.#parts
    counts.posted++
    const posting = protocol.readPosting(readQuery(request.url ?? ''))
    if ('refused' in posting) {
      onHead(this.#refuse(response, posting.refused))
      return
    }
    readBody(request, bodyLimit, (body) => {
      const refusal = body === undefined ? undefined : protocol.checkBody(body)
      if (body === undefined) {
        sendText(response, 413, 'Failed to buffer the request body: length limit exceeded')
        onHead(413)
      } else if (refusal === undefined) this.#take(posting, body, response, onHead)
      else onHead(this.#refuse(response, refusal.refused))
    })
  }

  #take(posting: Posting, body: Buffer, response: ServerResponse, onHead: (status: number) => void): void {
    const { protocol, store } = this.#parts
    const added = store.add({ to: posting.to, data: protocol.formatData(posting, body.toString()), ttl: posting.ttl })
    if (added === undefined) onHead(this.#accept(response))
    else
      added.then(
        () => onHead(this.#accept(response)),
        () => onHead(this.#fail(response)),
      )
  }

  #accept(response: ServerResponse): number {
    this.#parts.counts.accepted++
    this.#parts.metrics.messagesAccepted(1)
    sendJson(response, 200, this.#accepted)
    return 200
  }

  #refuse(response: ServerResponse, message: string): number {
    sendJson(response, 400, statusJson(message, 400) + this.#parts.protocol.jsonEnd)
    return 400
  }

  #fail(response: ServerResponse): number {
    sendJson(response, 500, statusJson('something went wrong', 500) + this.#parts.protocol.jsonEnd)
    return 500
  }

  #refuseSubscription(response: ServerResponse, message: string): number {
    const { preamble, eventHeaders, jsonEnd } = this.#parts.protocol
    if (preamble === '') return this.#refuse(response, message)
    response.writeHead(200, [...eventHeaders])
    response.end(preamble + statusJson(message, 400) + jsonEnd)
    return 400
  }

  #createStream(response: ServerResponse, { ids, heartbeat }: SubscriptionRequest): EventStream {
    const { protocol, subscriptions, heartbeats, metrics } = this.#parts
    const stream = new EventStream(response, { ids, heartbeat, headers: protocol.eventHeaders, preamble: protocol.preamble })
    // From now on the stream holds new messages back, so that none is missed between kept and new ones.
    subscriptions.add(stream)
    this.connections++
    response.on('close', () => {
      this.connections--
      subscriptions.remove(stream)
      heartbeats.remove(stream)
      metrics.sessionDuration((performance.now() - stream.openedAt) / 1000)
    })
    return stream
  }

  #open(stream: EventStream, kept: KeptMessages): void {
    // The stream was replaced or closed before it was opened.
    if (stream.isOver) return
    const sent = stream.open(kept)
    this.#parts.counts.delivered += sent
    this.#parts.metrics.messagesSent(sent)
    this.#parts.heartbeats.add(stream)
  }
}
