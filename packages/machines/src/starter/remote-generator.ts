import {
  offsetBetween,
  systemClock,
  type ClockOffset,
  type MachineEvents,
  type MachineGenerator,
  type OwnFacts,
  type Report,
  type RunningShares,
  type ThreadShare,
} from '@benchpress/core/machines'
import { patienceOfStarter, type FromAgent, type ToAgent } from '../protocol.ts'
import type { AgentOrder } from '../trust/agent-order.ts'

/** Milliseconds for an agent to end what it was told to end, and for a broker to give its last word a second time. */
const endTimeout = 4000

/** Milliseconds for an agent to find where a thread is stuck, and to end it: its process takes ten seconds at most. */
const terminateTimeout = 12_000

/** What a generator on another machine takes from the run that gathered it. */
export interface RemoteRun {
  readonly threads: number
  /** By how much the clock of the broker is ahead of this one, as measured last. */
  readonly toBroker: () => ClockOffset
  readonly tell: (told: ToAgent) => void
  /** Makes of shares what may travel. */
  readonly prepare: (shares: readonly ThreadShare[]) => AgentOrder
  /** Of how many parts its archive is. */
  readonly parts: number
}

/** A generator that an agent runs on another machine, as its starter sees it. */
export class RemoteGenerator implements MachineGenerator {
  readonly threads: number
  readonly machine: OwnFacts
  readonly #run: RemoteRun
  readonly #ended = Promise.withResolvers<void>()
  /** The shares that run. */
  readonly #left = new Set<number>()
  #events: MachineEvents | undefined
  #agentToBroker: ClockOffset
  #heardAt = systemClock.now()
  #lost: string | undefined
  #ending: NodeJS.Timeout | undefined

  constructor(run: RemoteRun, { facts, toBroker }: Extract<FromAgent, { type: 'here' }>, name: string) {
    this.#run = run
    this.threads = run.threads
    this.machine = { ...facts, name }
    this.#agentToBroker = toBroker
  }

  get clock(): ClockOffset {
    return offsetBetween(this.#agentToBroker, this.#run.toBroker())
  }

  /** Resolves when its agent has said its last word, or is lost. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Why its agent is lost; `undefined` while it is there. */
  get lost(): string | undefined {
    return this.#lost
  }

  /** Microseconds since something was heard of it. */
  get silence(): number {
    return systemClock.now() - this.#heardAt
  }

  start(shares: readonly ThreadShare[], events: MachineEvents): RunningShares {
    this.#events = events
    for (const { worker } of shares) this.#left.add(worker)
    const { lost } = this
    if (lost === undefined) this.#run.tell({ type: 'start', order: this.#run.prepare(shares), parts: this.#run.parts, clock: this.clock })
    // Nothing is told before this has returned.
    else queueMicrotask(() => this.#exitAll(lost))
    return {
      order: (order) => this.#run.tell({ type: 'order', order }),
      terminate: (worker) => this.#terminate(worker),
      // The last of what the machine did comes after its shares have exited.
      end: async () => {
        this.release()
        await this.#ended.promise
      },
    }
  }

  // A machine that does not end a thread is ended as a whole.
  #terminate(worker: number): void {
    if (!this.#left.has(worker)) return
    this.#run.tell({ type: 'terminate', worker })
    setTimeout(() => this.#left.has(worker) && this.release(), terminateTimeout).unref()
  }

  /** Tells its agent to end, and does without its last word where that takes too long. */
  release(): void {
    if (this.#lost !== undefined || this.#ending !== undefined) return
    this.#run.tell({ type: 'end' })
    this.#ending = setTimeout(() => this.lose('it did not end when it was told to'), endTimeout)
  }

  /**
   * Looks whether something was heard of it lately.
   *
   * @throws Error where that is too long ago
   */
  watch(): void {
    const { silence } = this
    if (silence <= patienceOfStarter) return
    throw new Error(`nothing was heard of it for ${(silence / 1e6).toFixed(0)} s: the machine, its agent or its way to the broker is gone`)
  }

  /** Does without it. */
  lose(reason: string): void {
    if (this.#lost !== undefined) return
    this.#lost = reason
    clearTimeout(this.#ending)
    this.#exitAll(reason)
    this.#ended.resolve()
  }

  /** Does not count what has passed, in microseconds, as its silence. */
  excuse(time: number): void {
    this.#heardAt += time
  }

  /** Takes what came in one message; nothing, where it was a sign of life. */
  hear(entries: readonly FromAgent[]): void {
    this.#heardAt = systemClock.now()
    for (const heard of entries) if (this.#lost === undefined) this.#take(heard)
  }

  #take(heard: FromAgent): void {
    switch (heard.type) {
      case 'clock':
        this.#agentToBroker = heard.toBroker
        this.#events?.onMachine({ type: 'clock', clock: this.clock })
        break
      case 'machine':
        this.#events?.onMachine(heard.report)
        break
      case 'report':
        this.#report(heard.worker, heard.report)
        break
      case 'exit':
        this.#exit(heard.worker, heard.reason)
        break
      case 'bye':
        this.lose(heard.reason ?? 'it has ended')
        break
    }
  }

  #report(worker: number, report: Report): void {
    if (this.#left.has(worker)) this.#events?.onReport(worker, report)
  }

  #exitAll(reason: string): void {
    for (const worker of this.#left) this.#exit(worker, reason)
  }

  #exit(worker: number, reason: string | undefined): void {
    if (this.#left.delete(worker)) this.#events?.onExit(worker, reason)
  }
}
