import type { Journey, JourneyUser } from '@benchpress/core'
import type { SseEvent } from '@benchpress/plugin-sse'
import type { BridgeValues } from './bridge-suite.ts'
import { clientIds, type ClientIds } from './client-ids.ts'

/** The options of the subscribers of a bridge. */
export interface SubscriberOptions extends Pick<BridgeValues, 'churn' | 'resume' | 'basePath'> {
  readonly ids: ClientIds
  readonly idsOfEach: number
}

// The beginning of the base64 of every message, for the 18 bytes of "Hello from Client:".
const greeting = Buffer.from('Hello from Client:').toString('base64')
const shortest = 5

/** One subscription: whether each of its connections that ended had the right response. */
interface Subscription {
  readonly ends: boolean[]
  isOver: boolean
  hasEvent: boolean
  wake: () => void
}

/**
 * A subscriber of a bridge: holds one connection for its ids, checks each event, and reconnects after some of them.
 *
 * An iteration is a connection, from its opening to its end. The subscription lasts as long as its user, so that messages missed between two connections are
 * known to be missed for that reason.
 */
export function subscriber(options: SubscriberOptions): Journey {
  const ids = clientIds(options.ids)
  return async (user) => {
    const { state, check, think, signal } = user
    const last = state['subscription'] as Subscription | undefined
    // A bridge that refuses is not retried in a tight loop.
    if (last?.isOver === true) await think('1s')
    const subscription = last === undefined || last.isOver ? subscribe(user, ids, options) : last
    state['subscription'] = subscription
    while (subscription.ends.length === 0) await new Promise<void>((resolve) => (subscription.wake = resolve))
    const isRight = subscription.ends.shift() === true
    // The published test does not count connections that the end of the test closes.
    if (!signal.aborted) check('sse response status is 200', isRight)
  }
}

function subscribe({ id, sse, check, random }: JourneyUser, ids: readonly string[], options: SubscriberOptions): Subscription {
  const { idsOfEach, churn, resume, basePath } = options
  const first = (id * idsOfEach) % ids.length
  const state: Subscription = { ends: [], isOver: false, hasEvent: false, wake: () => undefined }
  const subscription = sse.subscribe(`${basePath}/events?client_id=${ids.slice(first, first + idsOfEach).join(',')}`, {
    name: 'open_sse_connection',
    recipients: Array.from({ length: idsOfEach }, (_, index) => first + index),
    payload: { json: 'message', base64: true },
    dataless: true,
    heartbeat: { type: 'heartbeat' },
    // From the beginning, since a connection that ends before its first message has no id to resume from.
    ...(resume ? { resume: { query: 'last_event_id' }, lastEventId: '0' } : { resume: false }),
    onEvent: (event) => {
      state.hasEvent = true
      checkEvent(event, check)
      if (random.next() < churn) subscription.reopen()
    },
    onClose: ({ status, cause }, willReopen) => {
      // A bridge that refuses may do so in the body of a response with status 200, and end it.
      state.ends.push(status === 200 && (cause === 'client' || state.hasEvent))
      state.isOver = !willReopen
      state.hasEvent = false
      state.wake()
    },
  })
  return state
}

function checkEvent({ type, data, id }: SseEvent, check: JourneyUser['check']): void {
  const isMessage = type === 'message'
  check('expected event type', isMessage || type === 'heartbeat')
  if (!isMessage) return
  check('non empty id', id.length > shortest)
  check('correct data', isCorrect(data))
}

function isCorrect(data: string): boolean {
  try {
    const { from, message } = JSON.parse(data) as { readonly from?: unknown; readonly message?: unknown }
    return typeof from === 'string' && from.length > shortest && typeof message === 'string' && message.startsWith(greeting)
  } catch {
    return false
  }
}
