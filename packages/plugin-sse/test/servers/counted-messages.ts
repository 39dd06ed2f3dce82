import { RequestError, type HttpResponse, type Journey } from '@benchpress/core'
import type { SubscribeOptions, Subscription } from '../../src/index.ts'

/** Options of subscribers that leave once the server reports that everything is written. */
export interface HearOptions {
  /** Number of names of each subscriber: with 3, user 0 is the recipients 0 to 2. */
  readonly names: number
  /** Time for which subscribers stay after that: where messages are lost, the longest transit. */
  readonly linger: string
  /** Probability that a subscriber reconnects after an event. */
  readonly churn?: number
  readonly subscribe?: SubscribeOptions
}

/** Options of publishers that begin once all subscribers are there, and send one message after the other, to each recipient in turn. */
export interface TellOptions {
  readonly publishers: number
  /** Number of messages of each publisher. */
  readonly messages: number
  readonly recipients: number
  readonly subscribers: number
  /** Pause between two messages of one publisher. */
  readonly pause?: string
}

const patience = '60s'

/** Makes the journey of the subscribers. */
export function hear({ names, linger, churn = 0, subscribe = {} }: HearOptions): Journey {
  return async ({ id, sse, http, think, random }) => {
    const own = Array.from({ length: names }, (_, index) => nameOf(id * names + index))
    const ended = Promise.withResolvers<void>()
    const subscription: Subscription = sse.subscribe(`/events?ids=${own.join(',')}`, {
      name: 'GET /events',
      recipients: own,
      payload: { json: 'message' },
      heartbeat: { type: 'end' },
      onEvent: ({ type }) => {
        if (type === 'end') ended.resolve()
        else if (churn > 0 && random.next() < churn) subscription.reopen()
      },
      ...subscribe,
    })
    await subscription.opened
    // For deliveries, a subscriber is there once it knows that it is connected.
    await http.post('/here', { name: 'here', timeout: patience })
    await ended.promise
    await think(linger)
    subscription.close()
    await subscription.closed
  }
}

/** Makes the journey of the publishers. */
export function tell({ publishers, messages, recipients, subscribers, pause }: TellOptions): Journey {
  return async ({ id, sse, http, think }) => {
    // Surplus users do nothing, as each load thread needs a user.
    if (id >= publishers) return
    await http.get(`/when?here=${subscribers}`, { name: 'wait', timeout: patience })
    for (let index = 0; index < messages; index++) {
      const to = nameOf((id + index) % recipients)
      const message = sse.send(to)
      const response = await post(() => http.post(`/message?to=${to}`, { name: 'POST /message', body: `Hello ${message.stamp}` }))
      if (response?.ok === true) message.accepted()
      else if (response !== undefined) message.refused()
      // The server is away, and would be so at once again.
      else await think('20ms')
      if (pause !== undefined) await think(pause)
    }
    await http.post(`/finish?of=${publishers}`, { name: 'finish' })
  }
}

// Without a response the outcome is unknown.
async function post(send: () => Promise<HttpResponse>): Promise<HttpResponse | undefined> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

function nameOf(index: number): string {
  return `id_${index}`
}
