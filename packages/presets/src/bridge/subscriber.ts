import type { Journey, JourneyUser } from '@benchpress/core'
import type { SseClosing, SseEvent } from '@benchpress/plugin-sse'
import type { BridgeValues } from './bridge-parameters.ts'
import { clientIds, type ClientIds } from './client-ids.ts'

/** The options of the subscribers of a bridge. */
export interface SubscriberOptions extends Pick<BridgeValues, 'churn' | 'resume' | 'basePath'> {
  readonly ids: ClientIds
  readonly idsOfEach: number
}

// The beginning of the base64 of every message, for the 18 bytes of "Hello from Client:".
const greeting = Buffer.from('Hello from Client:').toString('base64')
const shortest = 5

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
    const last = state['ends'] as ConnectionEnds | undefined
    // A bridge that refuses is not retried in a tight loop.
    if (last?.isOver === true) await think('1s')
    const ends = last === undefined || last.isOver ? subscribe(user, ids, options) : last
    state['ends'] = ends
    const isRight = await ends.next()
    // The published test does not count connections that the end of the test closes.
    if (!signal.aborted) check('sse response status is 200', isRight)
  }
}

function subscribe({ id, sse, check, random }: JourneyUser, ids: readonly string[], options: SubscriberOptions): ConnectionEnds {
  const { idsOfEach, churn, resume, basePath } = options
  const first = (id * idsOfEach) % ids.length
  const ends = new ConnectionEnds()
  const subscription = sse.subscribe(`${basePath}/events?client_id=${ids.slice(first, first + idsOfEach).join(',')}`, {
    name: 'open_sse_connection',
    recipients: Array.from({ length: idsOfEach }, (_, index) => first + index),
    payload: { json: 'message', base64: true },
    dataless: true,
    heartbeat: { type: 'heartbeat' },
    // From the beginning, since a connection that ends before its first message has no id to resume from.
    ...(resume ? { resume: { query: 'last_event_id' }, lastEventId: '0' } : { resume: false }),
    onEvent: (event) => {
      ends.noteEvent()
      checkEvent(event, check)
      if (random.next() < churn) subscription.reopen()
    },
    onClose: ends.add,
  })
  return ends
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

/** A queue of the ends of the connections of one subscription: whether each had the right response. */
class ConnectionEnds {
  readonly #ends: boolean[] = []
  #take: ((isRight: boolean) => void) | undefined
  #isOver = false
  #hasEvent = false

  /** Whether the subscription has ended with its last connection. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Notes that an event arrived over the connection that is open. */
  noteEvent(): void {
    this.#hasEvent = true
  }

  /** Adds the end of a connection; `willReopen` is whether another connection follows. */
  readonly add = ({ status, cause }: SseClosing, willReopen: boolean): void => {
    this.#isOver = !willReopen
    // A bridge that refuses may do so in the body of a response with status 200, and end it.
    const isRight = status === 200 && (cause !== 'target' || this.#hasEvent)
    this.#hasEvent = false
    const take = this.#take
    this.#take = undefined
    if (take === undefined) this.#ends.push(isRight)
    else take(isRight)
  }

  /** Resolves with the next end in the queue. */
  async next(): Promise<boolean> {
    const end = this.#ends.shift()
    if (end !== undefined) return end
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#take = resolve
    return await promise
  }
}
