import { notPromise } from '@benchpress/plugin-options'
import type { ReplySettings, Match } from './settings.ts'

/** Receives an awaited event, or its absence, once; and a reply that comes after the wait for it has ended. */
export interface EventWaiter {
  onEvent(payload: unknown): void
  onFailure(failure: WaitFailure): void
  onLate(): void
}

/** Why an event that was waited for did not come. */
export type WaitFailure = 'timeout' | 'ended' | { readonly thrown: unknown }

interface Wait {
  readonly event: string
  readonly match: Match | undefined
  readonly isRequest: boolean
  readonly waiter: EventWaiter
  readonly timer: NodeJS.Timeout
  isGivenUp: boolean
}

interface WaitsForEvent {
  /** All waits except those in turn. The list is replaced rather than changed, so that it can be iterated meanwhile. */
  open: readonly Wait[]
  /** Requests to which any event is the reply, in the order in which they were sent, including given up ones whose replies are still to come. */
  readonly inTurn: Wait[]
  /** The last requests that were given up and have a match for their reply. */
  readonly givenUp: Wait[]
}

// The match of each of these is called for each reply that is not awaited.
const mostGivenUp = 100

/** The awaited events and replies of one connection. */
export class AwaitedEvents {
  readonly #waits = new Map<string, WaitsForEvent>()

  wait(event: string, { match, timeout, isRequest }: ReplySettings, waiter: EventWaiter): void {
    const timer = setTimeout(() => this.#giveUp(wait), timeout)
    const wait: Wait = { event, match, isRequest, waiter, timer, isGivenUp: false }
    const waits = this.#waits.get(event) ?? { open: [], inTurn: [], givenUp: [] }
    this.#waits.set(event, waits)
    if (isInTurn(wait)) waits.inTurn.push(wait)
    else waits.open = [...waits.open, wait]
  }

  /**
   * Passes an event to all that wait for it. A reply that no request matches belongs to the request that was sent first, and is late where that was given up,
   * so that later requests get their own replies.
   */
  heard(event: string, values: readonly unknown[]): void {
    const waits = this.#waits.get(event)
    if (waits === undefined) return
    let isTaken = false
    for (const wait of waits.open) {
      const result = tryMatch(wait, values)
      if (result === false) continue
      isTaken ||= wait.isRequest && result === true
      clearTimeout(wait.timer)
      removeOpen(waits, wait)
      if (result === true) wait.waiter.onEvent(values[0])
      else wait.waiter.onFailure(result)
    }
    if (!isTaken) replyToOne(waits, values)
    if (waits.open.length + waits.inTurn.length + waits.givenUp.length === 0) this.#waits.delete(event)
  }

  /** Fails all waits, as nothing will come any more. */
  end(): void {
    const all = [...this.#waits.values()].flatMap(({ open, inTurn }) => [...open, ...inTurn])
    this.#waits.clear()
    for (const { timer, isGivenUp, waiter } of all) {
      clearTimeout(timer)
      if (!isGivenUp) waiter.onFailure('ended')
    }
  }

  #giveUp(wait: Wait): void {
    const waits = this.#waits.get(wait.event)
    wait.isGivenUp = true
    if (waits !== undefined && !isInTurn(wait)) {
      removeOpen(waits, wait)
      if (wait.isRequest) waits.givenUp.push(wait)
      if (waits.givenUp.length > mostGivenUp) waits.givenUp.shift()
    }
    wait.waiter.onFailure('timeout')
  }
}

function isInTurn({ isRequest, match }: Wait): boolean {
  return isRequest && match === undefined
}

function removeOpen(waits: WaitsForEvent, wait: Wait): void {
  waits.open = waits.open.filter((other) => other !== wait)
}

function replyToOne({ inTurn, givenUp }: WaitsForEvent, values: readonly unknown[]): void {
  const place = givenUp.findIndex((wait) => tryMatch(wait, values) === true)
  const [wait] = place < 0 ? inTurn.splice(0, 1) : givenUp.splice(place, 1)
  if (wait === undefined) return
  clearTimeout(wait.timer)
  if (wait.isGivenUp) wait.waiter.onLate()
  else wait.waiter.onEvent(values[0])
}

function tryMatch({ event, match }: Wait, values: readonly unknown[]): boolean | { readonly thrown: unknown } {
  if (match === undefined) return true
  try {
    return Boolean(notPromise(match(...values), `match of "${event}"`))
  } catch (error) {
    return { thrown: error }
  }
}
