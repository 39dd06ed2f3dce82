import type { Journey } from '@benchpress/core'
import { threadId } from 'node:worker_threads'

const prefix = 'thread_'

/** Options for messages from one load thread to another. */
export interface TellOthersOptions {
  /** Number of subscribers that must be there before the first message is sent. */
  readonly subscribers: number
}

/** Makes the journey of subscribers that are known by the number of their thread; they stay until they have to stop. */
export function hearThread(): Journey {
  return async ({ id, sse }) => {
    const name = `${prefix}${threadId}`
    const subscription = sse.subscribe(`/events?ids=${name}&user=${id}`, {
      name: 'GET /events',
      recipients: name,
      payload: { json: 'message' },
      heartbeat: { type: 'heartbeat' },
      dataless: true,
      resume: false,
      onEvent: () => {},
    })
    await subscription.closed
  }
}

/** Makes the journey of publishers that send to another thread than their own, where there is one. */
export function tellOthers({ subscribers }: TellOthersOptions): Journey {
  let others: Promise<readonly string[]> | undefined
  return async ({ sse, http, random }) => {
    others ??= http
      .get(`/when?open=${subscribers}`, { name: 'wait' })
      .then(() => http.get('/names', { name: 'names' }))
      .then((response) => response.json<string[]>())
      .then((names) => (names.length > 1 ? names.filter((name) => name !== `${prefix}${threadId}`) : names))
    const names = await others
    const to = names[random.int(0, names.length - 1)]
    if (to === undefined) throw new Error('there is no other thread')
    const message = sse.send(to)
    const response = await http.post(`/message?to=${to}`, { name: 'POST /message', body: message.stamp })
    if (response.ok) message.accepted()
    else message.refused()
  }
}
