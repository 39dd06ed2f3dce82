import { setImmediate as afterImmediates } from 'node:timers/promises'
import { ManualClock } from '../../src/base/clock/clock.ts'
import type { Alarm, CreateAlarm } from '../../src/load/engine/alarm.ts'
import type { Refill } from '../../src/model/workload/workload.ts'
import { Budget } from '../../src/load/engine/schedule.ts'
import { RequestConnection, type ConnectionLoad } from '../../src/load/engine/request-connection.ts'
import { RequestSequence, PrebuiltRequests } from '../../src/load/engine/request-source.ts'
import { ExpectedResponses } from '../../src/load/engine/expected-responses.ts'
import type { Closing } from '../../src/model/metrics/outcome.ts'
import { ScenarioRecorder } from '../../src/measure/recorder/scenario-recorder.ts'
import { ScenarioTotals } from '../../src/measure/recorder/scenario-totals.ts'
import type { ConnectionLimits, WireThread } from '../../src/load/wire/connection-owner.ts'
import { DeadlineWheel } from '../../src/load/wire/deadline-wheel.ts'
import { HeadCache } from '../../src/load/wire/head-cache.ts'
import { MemoryNetwork } from './memory-network.ts'

/** One request of a {@link MemoryLoad}; it is sent as `method /index`. */
export interface MemoryRequest {
  readonly method?: string
  readonly status?: readonly number[]
  /** The body that is expected. */
  readonly body?: string
}

export interface MemoryLoadOptions {
  readonly connections?: number
  readonly pipelining?: number
  readonly refill?: Refill
  /** Ends the run phase after this number of requests; without it nothing but the test does. */
  readonly budget?: number
  readonly requests?: readonly MemoryRequest[]
  readonly reconnectAfter?: number
  /** Of each request, in microseconds; {@link memoryTimeout} without it. */
  readonly timeout?: number
}

/** Request timeout and connect timeout, in microseconds. */
export const memoryTimeout = 100_000

/** A load whose connections are in memory and whose time the test advances; it records as the real one does. */
export class MemoryLoad implements ConnectionLoad {
  readonly clock: ManualClock = new ManualClock(1e6)
  readonly network: MemoryNetwork = new MemoryNetwork()
  readonly thread: WireThread = { clock: this.clock, wheel: new DeadlineWheel(this.clock), heads: new HeadCache() }
  readonly limits: ConnectionLimits
  readonly recorder: ScenarioRecorder = new ScenarioRecorder()
  readonly createAlarm: CreateAlarm = (ring) => this.#createTimer(ring)
  readonly reconnectAfter: number
  readonly refill: Refill
  readonly expected: ExpectedResponses
  readonly connections: readonly RequestConnection[]
  readonly closings: Closing[] = []
  /** Connections that were open, or had failed to open, one after the other. */
  readonly settled: RequestConnection[] = []
  isStarted = false
  idles = 0
  /** Requests that found no connection, and were never sent. */
  unsent = 0
  readonly #budget: Budget

  constructor(options: MemoryLoadOptions = {}) {
    const { connections = 1, pipelining = 1, budget, requests = [{}], reconnectAfter = Infinity, timeout = memoryTimeout } = options
    this.limits = { pipelining, timeout, connectTimeout: memoryTimeout }
    this.reconnectAfter = reconnectAfter
    this.refill = options.refill ?? 'each'
    this.expected = new ExpectedResponses(
      requests.map(({ method = 'GET', status, body }) => ({
        method,
        expect: { status, body: body === undefined ? undefined : Buffer.from(body) },
      })),
    )
    const start = this.clock.now()
    this.#budget = new Budget({ start, runStart: start, runEnd: Infinity }, budget)
    const written = requests.map(({ method = 'GET' }, index) => Buffer.from(`${method} /${index} HTTP/1.1\r\n\r\n`))
    const sequence = new RequestSequence(written, pipelining)
    const target = { dial: this.network.dial, isSecure: false, series: undefined }
    this.connections = Array.from({ length: connections }, () => new RequestConnection(this, target, new PrebuiltRequests(sequence)))
  }

  /** Opens all connections, waits until the network has accepted or refused them, and starts to send. */
  async start(): Promise<void> {
    for (const connection of this.connections) connection.open()
    await this.settle()
    this.begin()
  }

  /** Starts to send on what is open. */
  begin(): void {
    this.recorder.begin(this.clock.now(), Infinity)
    this.isStarted = true
    for (const connection of this.connections) connection.fill(this.clock.now())
  }

  /** Grants nothing more. */
  stop(): void {
    this.#budget.stop()
  }

  /** Closes everything, for good. */
  end(): void {
    this.stop()
    for (const connection of this.connections) connection.end()
    this.thread.wheel.stop()
  }

  /** Waits until what is reopened at once is open. */
  async settle(): Promise<void> {
    await afterImmediates()
    await afterImmediates()
  }

  /** Lets microseconds pass, and whatever is due then happen. */
  pass(microseconds: number): void {
    this.clock.advance(microseconds)
    this.thread.wheel.turn()
  }

  /** All that was recorded; to be called once. */
  totals(): ScenarioTotals {
    const totals = new ScenarioTotals()
    totals.add(this.recorder.take(this.clock.now()))
    return totals
  }

  grant(wanted: number, now: number): number {
    return this.#budget.take(wanted, now)
  }

  isOver(now: number): boolean {
    return this.isStarted && this.#budget.isSpent(now)
  }

  onSettled(connection: RequestConnection): void {
    this.settled.push(connection)
  }

  onIdle(): void {
    this.idles += 1
  }

  takeRefused(now: number): number {
    const refused = this.isStarted ? this.#budget.take(1, now) : 0
    this.unsent += refused
    return refused
  }

  onClosed(closing: Closing): void {
    this.closings.push(closing)
  }

  // Connections are opened again in real time, whatever the clock says.
  #createTimer(ring: (now: number) => void): Alarm {
    let timer: NodeJS.Timeout | undefined
    return {
      set: (time) => void (timer = setTimeout(() => ring(time), (time - this.clock.now()) / 1000)),
      clear: () => clearTimeout(timer),
    }
  }
}

/** A response with a length, as a server writes it. */
export function responseOf(body = 'ok', status = 200, fields = ''): string {
  return `HTTP/1.1 ${status} Reason\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`
}
