import { CreatingMap } from '../recorder/first-names.ts'
import type { LossCounts } from './settled-messages.ts'
import type { OpenMessage } from './message-ledger.ts'

/** The changes of who could receive, by the numbers that a thread gives its recipients. Times are in microseconds on the clock of the process. */
export interface PresenceSnapshot {
  readonly joined: { readonly recipient: number; readonly names: readonly number[]; readonly at: number }[]
  readonly left: { readonly recipient: number; readonly at: number }[]
  readonly gaps: { readonly recipient: number; readonly from: number; readonly to: number }[]
}

/**
 * The longest time from the target's reply to the sender to the arrival at the recipient, in microseconds: messages lost with a connection were
 * accepted up to this long before.
 */
export const transitTime = 2_000_000

interface Presence {
  readonly from: number
  to: number
  readonly gaps: { readonly from: number; readonly to: number }[]
}

/** The times in which recipients could receive, over all threads, which explain lost messages. */
export class PresenceLog {
  // By thread and number of the recipient.
  readonly #recipients = new Map<string, Presence>()
  // All recipients that have or had a name, by its hash.
  readonly #names = new CreatingMap((_name: number): Presence[] => [])
  readonly #gaps = new OverlapCount()
  readonly #leavings = new OverlapCount()
  /** The number of times in which a recipient could not receive. */
  gaps = 0

  add(thread: number, { joined, left, gaps }: PresenceSnapshot): void {
    for (const { recipient, names, at } of joined) {
      const presence = { from: at, to: Infinity, gaps: [] }
      this.#recipients.set(keyOf(thread, recipient), presence)
      for (const name of names) this.#names.of(name).push(presence)
    }
    for (const { recipient, from, to } of gaps) {
      this.#recipients.get(keyOf(thread, recipient))?.gaps.push({ from, to })
      this.#gaps.add(from, to)
      this.gaps += 1
    }
    for (const { recipient, at } of left) this.#leave(keyOf(thread, recipient), at)
  }

  /** Notes that a thread died with all its recipients. */
  lose(thread: number, at: number): void {
    for (const key of this.#recipients.keys()) if (key.startsWith(`${thread}:`)) this.#leave(key, at)
  }

  /** Forgets absences that ended, and recipients that left, before a time. */
  forgetBefore(time: number): void {
    const isKept = ({ to }: Presence): boolean => to >= time
    const forgetGaps = ({ gaps }: Presence): void => {
      while (gaps[0] !== undefined && gaps[0].to < time) gaps.shift()
    }
    // forEach does not allocate a pair for each of ten thousand names, of which mostly none is removed.
    this.#names.forEach((presences, name) => {
      presences.forEach(forgetGaps)
      if (presences.every(isKept)) return
      const kept = presences.filter(isKept)
      if (kept.length === 0) this.#names.delete(name)
      else this.#names.set(name, kept)
    })
    this.#gaps.forgetBefore(time)
    this.#leavings.forgetBefore(time)
  }

  /** Explains why recipients of an accepted message may have missed it. */
  explain(message: OpenMessage): LossCounts {
    const { sentAt, acceptedAt, to, arrivals, expected } = message
    const missing = Math.max(0, expected - arrivals)
    const until = acceptedAt + transitTime
    if (to !== 0 && missing > 0) return this.#explainOne(to, sentAt, until)
    // It is unknown which recipients were not reached: as many as possible are assumed to have been away, but none need have been.
    const inGap = missing === 0 ? 0 : Math.min(missing, this.#gaps.count(sentAt, until))
    const afterLeaving = missing === inGap ? 0 : Math.min(missing - inGap, this.#leavings.count(sentAt, until))
    return { inGap, afterLeaving, byTarget: missing - inGap - afterLeaving, unclear: inGap + afterLeaving }
  }

  #explainOne(name: number, from: number, until: number): LossCounts {
    const presences = this.#names.get(name) ?? []
    const isInGap = presences.some(({ gaps }) => gaps.some((gap) => gap.from <= until && gap.to >= from))
    if (isInGap) return { inGap: 1, afterLeaving: 0, byTarget: 0, unclear: 0 }
    const wasThere = presences.some((presence) => presence.from <= from && presence.to > until)
    return { inGap: 0, afterLeaving: wasThere ? 0 : 1, byTarget: wasThere ? 1 : 0, unclear: 0 }
  }

  #leave(key: string, at: number): void {
    const presence = this.#recipients.get(key)
    if (presence === undefined) return
    presence.to = at
    this.#leavings.add(at, at)
    // The recipient cannot have a later gap.
    this.#recipients.delete(key)
  }
}

function keyOf(thread: number, recipient: number): string {
  return `${thread}:${recipient}`
}

/** Counts how many of a large number of time spans overlap a given one. */
class OverlapCount {
  #starts: number[] = []
  #ends: number[] = []
  #isSorted = true

  add(from: number, to: number): void {
    this.#starts.push(from)
    this.#ends.push(to)
    this.#isSorted = false
  }

  /** The number of spans that overlap this one, its ends included. */
  count(from: number, to: number): number {
    this.#sort()
    return countBelow(this.#starts, to, true) - countBelow(this.#ends, from, false)
  }

  /** Forgets the spans that ended before a time. */
  forgetBefore(time: number): void {
    this.#sort()
    const over = countBelow(this.#ends, time, false)
    if (over === 0) return
    // At least as many spans started before the time as ended before it, and which of them are removed does not matter for later spans.
    this.#starts = this.#starts.slice(over)
    this.#ends = this.#ends.slice(over)
  }

  #sort(): void {
    if (this.#isSorted) return
    this.#starts.sort((a, b) => a - b)
    this.#ends.sort((a, b) => a - b)
    this.#isSorted = true
  }
}

// The number of sorted numbers below a bound, or equal to it.
function countBelow(sorted: readonly number[], bound: number, isIncluded: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const distance = sorted[middle]! - bound
    if (distance < 0 || (isIncluded && distance === 0)) low = middle + 1
    else high = middle
  }
  return low
}
