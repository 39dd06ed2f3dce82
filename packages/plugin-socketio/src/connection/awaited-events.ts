import type { AnswerSettings, Match } from './answer-settings.ts'

interface Waiter {
  readonly event: string
  readonly match: Match | undefined
  readonly isRequest: boolean
  readonly onEvent: (payload: unknown) => void
  readonly onFailure: (failure: WaitFailure) => void
  readonly timer: NodeJS.Timeout
}

/** Why an event that was waited for did not come. */
export type WaitFailure = 'timeout' | 'ended' | { readonly thrown: unknown }

/** Who waits for which event of one connection. */
export class AwaitedEvents {
  readonly #waiters = new Map<string, readonly Waiter[]>()

  /** Calls one of the two back, once. */
  wait(
    event: string,
    { match, timeout, isRequest }: AnswerSettings,
    onEvent: (payload: unknown) => void,
    onFailure: (failure: WaitFailure) => void,
  ): void {
    const timer = setTimeout(() => {
      this.#remove(waiter)
      onFailure('timeout')
    }, timeout)
    const waiter: Waiter = { event, match, isRequest, onEvent, onFailure, timer }
    // Lists are never changed, so that they can be gone through meanwhile.
    this.#waiters.set(event, [...(this.#waiters.get(event) ?? []), waiter])
  }

  /** An event has come, for each who waits for it. Of requests that did not say which is theirs, it answers the one that has waited longest. */
  heard(event: string, values: readonly unknown[]): void {
    const waiters = this.#waiters.get(event)
    if (waiters === undefined) return
    let isTaken = false
    for (const waiter of waiters) {
      const isAny = waiter.isRequest && waiter.match === undefined
      if (isAny && isTaken) continue
      isTaken ||= isAny
      const result = tryMatch(waiter, values)
      if (result === false) continue
      this.#remove(waiter)
      if (result === true) waiter.onEvent(values[0])
      else waiter.onFailure(result)
    }
  }

  /** Nothing comes any more. */
  end(): void {
    const all = [...this.#waiters.values()].flat()
    for (const waiter of all) {
      this.#remove(waiter)
      waiter.onFailure('ended')
    }
  }

  #remove(waiter: Waiter): void {
    clearTimeout(waiter.timer)
    const left = this.#waiters.get(waiter.event)?.filter((other) => other !== waiter) ?? []
    if (left.length === 0) this.#waiters.delete(waiter.event)
    else this.#waiters.set(waiter.event, left)
  }
}

function tryMatch({ match }: Waiter, values: readonly unknown[]): boolean | { readonly thrown: unknown } {
  if (match === undefined) return true
  try {
    return match(...values)
  } catch (error) {
    return { thrown: error }
  }
}
