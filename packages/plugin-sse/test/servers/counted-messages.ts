import { RequestError, type HttpResponse, type Journey } from '@benchpress/core'
import type { SubscribeOptions, Subscription } from '../../src/index.ts'

/** Subscribers that leave once the server says that all is written. */
export interface HearOptions {
  /** Number of names of each: with 3, user 0 is the recipients 0 to 2. */
  readonly names: number
  /** How long they stay then: where messages are lost, for as long as one may be on its way. */
  readonly linger: string
  /** Chance that one reconnects after an event. */
  readonly churn?: number
  readonly subscribe?: SubscribeOptions
}

/** Publishers that begin once all subscribers are there, and send one message after the other, to each recipient in turn. */
export interface TellOptions {
  readonly publishers: number
  /** Of each. */
  readonly messages: number
  readonly recipients: number
  readonly subscribers: number
  /** Between two messages of one. */
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
      onEvent: () => {
        if (churn > 0 && random.next() < churn) subscription.reopen()
      },
      onComment: (comment) => (comment.trim() === 'end' ? ended.resolve() : undefined),
      ...subscribe,
    })
    await subscription.opened
    // Who does not know yet that it is connected is not there, as far as deliveries are concerned.
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
    // One that has nothing to do: each load thread needs a user.
    if (id >= publishers) return
    await http.get(`/when?here=${subscribers}`, { name: 'wait', timeout: patience })
    for (let index = 0; index < messages; index++) {
      const to = nameOf((id + index) % recipients)
      const message = sse.send(to)
      const response = await post(() => http.post(`/message?to=${to}`, { name: 'POST /message', body: `Hello ${message.stamp}` }))
      if (response?.ok === true) message.accepted()
      else if (response !== undefined) message.refused()
      // Nobody is there: it would be as before.
      else await think('20ms')
      if (pause !== undefined) await think(pause)
    }
    await http.post(`/finish?of=${publishers}`, { name: 'finish' })
  }
}

// Without a response it is unknown.
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
