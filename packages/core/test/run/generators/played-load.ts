import { ManualClock } from '../../../src/base/clock/clock.ts'
import type { Report } from '../../../src/load/worker/thread-messages.ts'
import type { NamedDeliveries } from '../../../src/load/plugin/thread-plugins.ts'
import type { Recipient } from '../../../src/measure/delivery/deliveries.ts'
import { DeliveryRecorder } from '../../../src/measure/delivery/delivery-recorder.ts'
import { ScenarioRecorder } from '../../../src/measure/recorder/scenario-recorder.ts'
import type { ScenarioSnapshot } from '../../../src/measure/recorder/snapshot.ts'
import { UserRecorder } from '../../../src/measure/recorder/user-recorder.ts'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'

/** The size of a played load. */
export interface PlayedSize {
  readonly generators: number
  readonly endpoints: number
  /** Of each generator, in each second. */
  readonly requests: number
  /** Of each generator to users of the next one, in each second. */
  readonly messages: number
}

/** The report of a generator on a second. */
export type PlayedReport = Extract<Report, { readonly type: 'snapshot' }>

const timing = { precise: 0, coarse: 0 }
const health = { utilization: 0.3, cpu: 0.3, loopDelay: { p50: 0, p99: 1, max: 2 }, length: 1000 }
const second = 1e6

/**
 * What the load threads of many generators report of a load that is not there, by real recorders: requests to many endpoints, and messages to the users of each other.
 *
 * The requests of one generator in 25 stand for those of all.
 */
export class PlayedLoad {
  readonly #size: PlayedSize
  readonly #start: number
  readonly #clock: ManualClock
  readonly #messages: readonly PlayedMessages[]
  readonly #requests: readonly PlayedRequests[]

  /** @param start of the load, in microseconds on the clock of the starter */
  constructor(size: PlayedSize, start: number) {
    this.#size = size
    this.#start = start
    this.#clock = new ManualClock(start)
    this.#messages = Array.from({ length: size.generators }, (_, number) => new PlayedMessages(number, size.messages, this.#clock))
    this.#requests = Array.from({ length: Math.ceil(size.generators / 25) }, () => new PlayedRequests(size, start))
  }

  /** The reports of each generator on a second, by its number; each second is played once, in order. */
  play(number: number): readonly PlayedReport[] {
    const from = this.#start + number * second
    const at = from + second - 1
    this.#clock.advance(from + second / 2 - this.#clock.now())
    const count = this.#size.generators
    const sent = this.#messages.map((each, generator) => each.send((generator + 1) % count))
    for (const [generator, texts] of sent.entries()) this.#messages[(generator + 1) % count]?.receive(texts)
    const scenarios = this.#requests.map((each) => each.take(from, number))
    return this.#messages.map((each, generator) => ({
      type: 'snapshot',
      at,
      scenarios: scenarios.slice(generator % scenarios.length, (generator % scenarios.length) + 1),
      deliveries: each.take(),
      health,
      stray: undefined,
      timing,
    }))
  }
}

class PlayedRequests {
  readonly #users = new UserRecorder(new ScenarioRecorder(), {})
  readonly #series: readonly ReturnType<UserRecorder['seriesOf']>[]
  readonly #count: number

  constructor({ endpoints, requests }: PlayedSize, start: number) {
    this.#series = Array.from({ length: endpoints }, (_, index) => this.#users.seriesOf(`GET /endpoints/${index}`))
    this.#count = requests
    this.#users.begin(start, Infinity)
  }

  take(from: number, number: number): ScenarioSnapshot {
    for (let index = 0; index < this.#count; index++) {
      const now = from + (index * second) / this.#count
      // Spread over four powers of ten, as response times are that have a tail.
      const plannedAt = Math.max(from, now - 10 ** (2 + (4 * ((index * 7919 + number * 31) % this.#count)) / this.#count))
      const series = this.#series[(index + number) % this.#series.length] ?? []
      const request = { plannedAt, requestedAt: plannedAt, sentAt: plannedAt, firstByteAt: now, series }
      this.#users.requestStarted(request, now)
      this.#users.requestReceived(request, 200)
      this.#users.requestResponded(request, outcomeIndex.ok, 200, now, undefined)
    }
    return this.#users.take(from + second - 1)
  }
}

/** Messages between the users of one generator and those of the next. */
class PlayedMessages {
  readonly #count: number
  readonly #clock: ManualClock
  readonly #deliveries: DeliveryRecorder
  readonly #recipients: readonly Recipient[]

  constructor(number: number, count: number, clock: ManualClock) {
    this.#count = count
    this.#clock = clock
    this.#deliveries = new DeliveryRecorder({ run: 'r', publisher: number }, clock)
    this.#deliveries.begin(clock.now())
    this.#recipients = Array.from({ length: 10 }, (_, index) => this.#deliveries.recipient(`${number}-${index}`))
  }

  /** What it sends to the users of another one in this second, as texts. */
  send(to: number): readonly string[] {
    return Array.from({ length: this.#count }, (_, index) => {
      const message = this.#deliveries.send({ to: `${to}-${index % 10}` })
      message.accepted()
      return message.stamp
    })
  }

  receive(texts: readonly string[]): void {
    for (const [index, text] of texts.entries()) this.#recipients[index % 10]?.received(text, this.#clock.now())
  }

  take(): readonly NamedDeliveries[] {
    const snapshot = this.#deliveries.take()
    return snapshot === undefined ? [] : [{ name: 'messages', snapshot }]
  }
}
