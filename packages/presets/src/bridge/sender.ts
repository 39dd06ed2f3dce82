import { RequestError, type Journey, type SetupContext } from '@benchpress/core'
import type { BridgeParameters } from './bridge-parameters.ts'
import { clientIds, type ClientIds } from './client-ids.ts'
import { metricsUrlVariable, readServerCounters, type ServerCounters } from './server-counters.ts'
import { tellReading } from './server-readings.ts'

/** What the senders of a bridge do. */
export interface SenderOptions extends Pick<BridgeParameters, 'basePath' | 'ttl'> {
  readonly ids: ClientIds
}

const greeting = 'Hello from Client: '
const randomCharacters = 250

/** A sender of messages: each goes from a random id to a random id, once, and says when it was sent. */
export function sender({ ids, basePath, ttl }: SenderOptions): Journey {
  const all = clientIds(ids)
  const last = all.length - 1
  const lifetime = ttl === undefined ? '' : `&ttl=${ttl}`
  const filler = fillerOf(all)
  return async ({ http, sse, check, random, signal }) => {
    const from = all[random.int(0, last)]
    const to = random.int(0, last)
    const message = sse.send(to)
    const { stamp } = message
    const body = btoa(`${greeting}${stamp}${filler.slice(stamp.length)}`)
    try {
      const { status } = await http.post(`${basePath}/message?client_id=${from}&to=${all[to]}${lifetime}`, {
        name: 'send_message',
        body,
        discardBody: true,
      })
      const isAccepted = status === 200
      if (isAccepted) message.accepted()
      else message.refused()
      check('message sent to client', isAccepted)
    } catch (error) {
      // Without a response the message counts as not sent; why is counted with the request.
      if (!(error instanceof RequestError) || signal.aborted) throw error
      check('message sent to client', false)
    }
  }
}

/**
 * Reads what the bridge has counted so far, where it tells.
 *
 * @throws Error when the reader said where, and there is nothing to be read
 */
export async function beforeAll(context: SetupContext): Promise<ServerCounters> {
  const counters = await readServerCounters(context)
  if (context.env[metricsUrlVariable] !== undefined && counters.missing !== undefined)
    throw new Error(`--metrics-url ${counters.url}: ${counters.missing}`)
  return counters
}

/** Reads it again, for the report to put it beside what was counted here. */
export async function afterAll({ shared, ...context }: SetupContext & { readonly shared: ServerCounters }): Promise<void> {
  tellReading({ before: shared, after: await readServerCounters(context) })
}

// As many characters as the published test draws, once; the stamp takes the place of the first ones.
function fillerOf(ids: readonly string[]): string {
  return ids
    .join('')
    .replaceAll(/[^a-zA-Z]/g, '')
    .padEnd(randomCharacters, 'x')
    .slice(0, randomCharacters)
}
