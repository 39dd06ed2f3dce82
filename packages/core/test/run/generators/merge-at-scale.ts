import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { ManualClock } from '../../../src/base/clock/clock.ts'
import type { Report } from '../../../src/load/worker/messages.ts'
import type { NamedDeliveries } from '../../../src/load/plugin/thread-plugins.ts'
import type { Recipient } from '../../../src/measure/delivery/deliveries.ts'
import { DeliveryRecorder } from '../../../src/measure/delivery/delivery-recorder.ts'
import { ScenarioRecorder } from '../../../src/measure/recorder/scenario-recorder.ts'
import type { ScenarioSnapshot } from '../../../src/measure/recorder/snapshot.ts'
import { UserRecorder } from '../../../src/measure/recorder/user-recorder.ts'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'
import { LoadCollector } from '../../../src/run/load-collector.ts'

// What it takes to add up the reports of many generators, as the thread that started a test has to each second: those of real recorders, each with 200 endpoints and
// messages to users of the next generator, as bytes that come from elsewhere. The load is played; the requests of a tenth of the generators
// stand for those of all, whose recorders would take gigabytes beside what is looked at.
const { values } = parseArgs({
  options: {
    generators: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    endpoints: { type: 'string', default: '200' },
    requests: { type: 'string', default: '1000' },
    messages: { type: 'string', default: '200' },
  },
})
const [count, seconds, endpoints, requests, messages] = (['generators', 'seconds', 'endpoints', 'requests', 'messages'] as const).map(
  (name) => Number(values[name]),
) as [number, number, number, number, number]
type SnapshotReport = Extract<Report, { readonly type: 'snapshot' }>

const timing = { precise: 0, coarse: 0 }
const health = { utilization: 0.3, cpu: 0.3, loopDelay: { p50: 0, p99: 1, max: 2 }, length: 1000 }

/** Requests of a load thread without its load. */
class PlayedRequests {
  readonly #users = new UserRecorder(new ScenarioRecorder(), {})
  readonly #series = Array.from({ length: endpoints }, (_, index) => this.#users.seriesOf(`GET /endpoints/${index}`))

  constructor() {
    this.#users.begin(0, Infinity)
  }

  take(second: number): ScenarioSnapshot {
    const start = second * 1e6
    for (let index = 0; index < requests; index++) {
      const now = start + (index * 1e6) / requests
      // Spread over four powers of ten, as response times are that have a tail.
      const plannedAt = Math.max(start, now - 10 ** (2 + (4 * ((index * 7919 + second * 31) % requests)) / requests))
      const series = this.#series[(index + second) % endpoints] ?? []
      const request = { plannedAt, askedAt: plannedAt, sentAt: plannedAt, firstByteAt: now, series }
      this.#users.requestStarted(request, now)
      this.#users.requestReceived(request, 200)
      this.#users.requestResponded(request, outcomeIndex.ok, 200, now, undefined)
    }
    return this.#users.take(start + 999_999)
  }
}

/** Messages between the users of one load thread and those of the next. */
class PlayedMessages {
  readonly #clock: ManualClock
  readonly #deliveries: DeliveryRecorder
  readonly #recipients: readonly Recipient[]

  constructor(number: number, clock: ManualClock) {
    this.#clock = clock
    this.#deliveries = new DeliveryRecorder({ run: 'r', publisher: number }, clock)
    this.#deliveries.begin(0)
    this.#recipients = Array.from({ length: 10 }, (_, index) => this.#deliveries.recipient(`${number}-${index}`))
  }

  /** What it sends to the users of another one in this second, as texts. */
  send(to: number): readonly string[] {
    return Array.from({ length: messages }, (_, index) => {
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

/** What all tell in each second, as they are asked for it. */
function play(): void {
  const clock = new ManualClock()
  const allMessages = Array.from({ length: count }, (_, number) => new PlayedMessages(number, clock))
  const someRequests = Array.from({ length: Math.ceil(count / 10) }, () => new PlayedRequests())
  process.on('message', (second: number) => {
    const at = second * 1e6 + 999_999
    clock.advance(at - 500_000 - clock.now())
    const sent = allMessages.map((each, number) => each.send((number + 1) % count))
    for (const [number, texts] of sent.entries()) allMessages[(number + 1) % count]?.receive(texts)
    const scenarios = someRequests.map((each) => each.take(second))
    for (const [number, each] of allMessages.entries()) {
      const told = { type: 'snapshot', at, scenarios: [scenarios[number % scenarios.length]], deliveries: each.take(), health, timing }
      process.send?.(serialize({ ...told, stray: undefined }))
    }
  })
  process.on('disconnect', () => process.exit())
}

/** Takes what they tell, second by second; says what that took of this thread, and the memory of this process, which is all of it that is looked at. */
async function merge(): Promise<void> {
  const playing = fork(import.meta.filename, process.argv.slice(2), { serialization: 'advanced' })
  const collector = new LoadCollector(1, count)
  const last: { readonly merging: number; readonly reading: number }[] = []
  for (let second = 0; second < seconds; second++) {
    const all: Buffer[] = []
    const told = Promise.withResolvers<void>()
    playing.removeAllListeners('message').on('message', (bytes: Buffer) => {
      if (all.push(bytes) === count) told.resolve()
    })
    playing.send(second)
    await told.promise
    const reading = cpuOf(() => all.map((each) => deserialize(each) as SnapshotReport))
    const merging = cpuOf(() => {
      for (const [worker, report] of reading.done.entries()) collector.addReport(worker, report)
    })
    last.push({ merging: merging.took, reading: reading.took })
    if (last.length < 10) continue
    const typical = (of: 'merging' | 'reading'): string => {
      const sorted = last.map((each) => each[of]).toSorted((one, other) => one - other)
      return `${of} ${sorted[5]?.toFixed(0)} ms (most ${sorted[9]?.toFixed(0)} ms)`
    }
    const size = all.reduce((sum, { length }) => sum + length, 0) / count / 1000
    const rss = process.memoryUsage.rss() / 1e6
    process.stdout.write(
      `${second + 1} s: CPU a second: ${typical('merging')}, ${typical('reading')}; ${size.toFixed(0)} KB a snapshot, RSS ${rss.toFixed(0)} MB\n`,
    )
    last.length = 0
  }
  playing.disconnect()
  process.stdout.write(`${collector.scenarios[0]?.run.started} of ${count * seconds * requests} requests were added up\n`)
}

// In milliseconds.
function cpuOf<Done>(work: () => Done): { readonly done: Done; readonly took: number } {
  const before = process.threadCpuUsage()
  const done = work()
  const { user, system } = process.threadCpuUsage(before)
  return { done, took: (user + system) / 1000 }
}

if (process.send === undefined) await merge()
else play()
