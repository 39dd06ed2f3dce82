import type { Stall } from '../../../src/measure/delivery/arrival-timeline.ts'
import { isFor, isRepeated, reachedBy, type ModelArrival, type ModelMessage } from './delivery-model.ts'

const tenth = 100_000
const second = 1_000_000
const bufferedGap = 50_000

/** How long it took from the send to each first arrival at whom a message is for. */
export function timesOfDelivery(arrivals: readonly ModelArrival[]): number[] {
  const wanted = wantedOf(arrivals)
  return wanted.filter((arrival, index) => !isRepeated(arrival, wanted.slice(0, index))).map(travelTime)
}

/** How long it took until a message to several had reached all that it was expected by. */
export function timesOfFanOut(messages: readonly ModelMessage[], arrivals: readonly ModelArrival[]): number[] {
  const wanted = wantedOf(arrivals)
  return messages.flatMap((message) => {
    const own = wanted.filter((arrival) => arrival.message === message)
    const first = own.filter((arrival, index) => !isRepeated(arrival, own.slice(0, index)))
    const isDone = message.to === undefined && own.length > 0 && reachedBy(message, own) === message.expected
    return isDone ? [Math.max(...first.map(travelTime))] : []
  })
}

/** When nothing arrived for half a second and more although something was under way that arrived later, the longest first. */
export function stallsOf(arrivals: readonly ModelArrival[], runStart: number): Stall[] {
  const stalls = arrivals.flatMap(({ at }, index) => {
    const later = arrivals.slice(index).map(({ message }) => message.sentAt)
    const from = Math.max(arrivals[index - 1]?.at ?? -Infinity, Math.min(...later))
    // They are counted by tenths of a second, and those are under way that are so for a whole one.
    const lastSend = (Math.floor((at - runStart) / tenth) - 1) * tenth + runStart
    const underWay = later.filter((sentAt) => sentAt < lastSend).length
    return at - from < second / 2 ? [] : [{ from: from - runStart, to: at - runStart, underWay }]
  })
  return stalls.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 10)
}

/** The messages that came in one read with one that was sent 50 ms earlier or later, without repetitions and what was sent before the connection was open. */
export function bufferedOf(arrivals: readonly ModelArrival[]): ModelArrival[] {
  const live = arrivals.filter((arrival, index) => {
    const { message, recipient, openedAt } = arrival
    return message.sentAt >= openedAt && !(isFor(message, recipient) && isRepeated(arrival, wantedOf(arrivals.slice(0, index))))
  })
  return live.filter(({ at, recipient, message }) =>
    live.some(
      (other) => other.at === at && other.recipient === recipient && Math.abs(other.message.sentAt - message.sentAt) >= bufferedGap,
    ),
  )
}

/** In how many seconds of the run phase some of these arrived. */
export function secondsOf(arrivals: readonly ModelArrival[], runStart: number): number {
  return new Set(arrivals.map(({ at }) => Math.floor((at - runStart) / second))).size
}

function wantedOf(arrivals: readonly ModelArrival[]): ModelArrival[] {
  return arrivals.filter(({ message, recipient }) => isFor(message, recipient))
}

function travelTime({ at, message }: ModelArrival): number {
  return at - message.sentAt
}
