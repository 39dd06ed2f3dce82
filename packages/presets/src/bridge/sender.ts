import { RequestError, type Journey, type SetupContext } from '@benchpress/core'
import type { BridgeValues } from './bridge-suite.ts'
import { clientIds, type ClientIds } from './client-ids.ts'
import { metricsUrlVariable, readServerCounters, reportReading, type ServerCounters } from './server-counters.ts'

/** The options of the senders of a bridge. */
export interface BridgeSenderOptions extends Pick<BridgeValues, 'basePath' | 'ttl'> {
  readonly ids: ClientIds
}

const greeting = 'Hello from Client: '
// The published test draws as many letters once; the stamp replaces the first ones.
const filler = 'x'.repeat(250)

/** A sender of messages, each of which goes once from a random id to a random id and contains the time of its send. */
export function sender({ ids, basePath, ttl }: BridgeSenderOptions): Journey {
  const all = clientIds(ids)
  const last = all.length - 1
  const lifetime = ttl === undefined ? '' : `&ttl=${ttl}`
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
      })
      const isAccepted = status === 200
      if (isAccepted) message.accepted()
      else message.refused()
      check('message sent to client', isAccepted)
    } catch (error) {
      // Without a response the message counts as not sent; the reason is counted with the request.
      if (!(error instanceof RequestError) || signal.aborted) throw error
      check('message sent to client', false)
    }
  }
}

/**
 * Reads the counters of the bridge before a run, where it publishes them.
 *
 * @throws Error when a flag names their URL, and they cannot be read there
 */
export async function beforeAll(context: SetupContext): Promise<ServerCounters> {
  const counters = await readServerCounters(context)
  if (context.env[metricsUrlVariable] !== undefined && counters.missing !== undefined)
    throw new Error(`--metrics-url ${counters.url}: ${counters.missing}`)
  return counters
}

/** Reads the counters again after a run, for the report to compare them with its own counts. */
export async function afterAll({ shared, ...context }: SetupContext & { readonly shared: ServerCounters }): Promise<void> {
  reportReading({ before: shared, after: await readServerCounters(context) })
}
