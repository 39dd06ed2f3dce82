import {
  offsetBetween,
  systemClock,
  type ClockOffset,
  type MachineEvents,
  type MachineGenerator,
  type OwnFacts,
  type RunningShares,
  type ThreadShare,
} from '@benchpress/core/machines'
import { messageOf } from '@benchpress/core/report'
import { Receiver, Sender } from '../broker/messages.ts'
import { beat, patienceOfStarter, type FromAgent, type ToAgent } from '../protocol.ts'

/** Milliseconds for an agent to end what it was told to end, and for a broker to give its last word a second time. */
const endTimeout = 4000

/** Milliseconds for an agent to end a thread that is stuck: its process takes ten seconds at most. */
const terminateTimeout = 12_000

/** What an agent takes from the run that called it. */
export interface RemoteRun {
  readonly threads: number
  /** By how much the clock of the broker is ahead of this one, as measured last. */
  readonly toBroker: () => ClockOffset
  /** Makes of shares what may travel. */
  readonly prepare: (shares: readonly ThreadShare[]) => Omit<Extract<ToAgent, { type: 'start' }>, 'clock'>
  /** Has a message put into the broker. */
  readonly put: (agent: string, number: number, text: string) => Promise<void>
}

interface Place {
  readonly machine: OwnFacts
  /** By how much the clock of the broker is ahead of that of the agent. */
  readonly toBroker: ClockOffset
}

type Here = Extract<FromAgent, { type: 'here' }>

/** An agent that has answered the call of a run: what it says, what it is told, and the load that it generates once it has a place in the run. */
export class RemoteAgent implements MachineGenerator {
  readonly threads: number
  readonly #run: RemoteRun
  readonly #told: Sender<ToAgent>
  readonly #receiver = new Receiver<FromAgent>()
  readonly #ended = Promise.withResolvers<void>()
  /** The shares that run. */
  readonly #left = new Set<number>()
  #events: MachineEvents | undefined
  #place: Place | undefined
  #heardAt = systemClock.now()
  #lost: string | undefined
  #ending: NodeJS.Timeout | undefined

  constructor(run: RemoteRun, agent: string) {
    this.#run = run
    this.threads = run.threads
    this.#told = new Sender<ToAgent>({
      put: async (number, text) => await run.put(agent, number, text),
      onFailure: (error) => this.#giveUp(messageOf(error)),
    })
  }

  get machine(): OwnFacts {
    return this.#known.machine
  }

  get clock(): ClockOffset {
    return offsetBetween(this.#known.toBroker, this.#run.toBroker())
  }

  get #known(): Place {
    if (this.#place === undefined) throw new Error('the agent has no place in the run')
    return this.#place
  }

  /** Resolves when the agent has said its last word, or is lost. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Why it is lost; `undefined` while it is there. */
  get lost(): string | undefined {
    return this.#lost
  }

  /** Microseconds since something was heard of it. */
  get silence(): number {
    return systemClock.now() - this.#heardAt
  }

  /** Gives it a place in the run, by a name that no other has. */
  welcome({ facts, toBroker }: Here, name: string): void {
    this.#place = { machine: { ...facts, name }, toBroker }
  }

  start(shares: readonly ThreadShare[], events: MachineEvents): RunningShares {
    this.#events = events
    for (const { worker } of shares) this.#left.add(worker)
    const lost = this.#lost
    if (lost === undefined) this.#told.send({ ...this.#run.prepare(shares), clock: this.clock })
    // Nothing is told before this has returned.
    else queueMicrotask(() => this.#exitAll(lost))
    return {
      order: (order) => this.#told.send({ type: 'order', order }),
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
    this.#told.send({ type: 'terminate', worker })
    setTimeout(() => this.#left.has(worker) && this.release(), terminateTimeout).unref()
  }

  /** Gives it a sign of life. */
  beat(): void {
    if (this.#lost === undefined) this.#told.beat(beat)
  }

  /** Does without it where it was silent for too long, or a message of it is missing. */
  watch(): void {
    if (this.#lost !== undefined) return
    try {
      this.#receiver.check(systemClock.now() - patienceOfStarter)
    } catch (error) {
      return this.lose(messageOf(error))
    }
    if (this.#place !== undefined && this.silence > patienceOfStarter)
      this.lose(`nothing was heard of it for ${(this.silence / 1e6).toFixed(0)} s: the machine, its agent or its way to the broker is gone`)
  }

  /** Does not count what has passed, in microseconds, as its silence. */
  excuse(time: number): void {
    this.#heardAt += time
  }

  /** Tells it to end, and does without its last word where that takes too long. */
  release(): void {
    if (this.#lost !== undefined || this.#ending !== undefined) return
    this.#told.send({ type: 'end' })
    this.#ending = setTimeout(() => this.#giveUp('it did not end when it was told to'), endTimeout)
  }

  /** Does without it, and lets it go where it still listens. */
  lose(reason: string): void {
    this.#giveUp(reason)
    this.#told.send({ type: 'end' })
    void this.close()
  }

  /** Tells nothing more; resolves when all is told. */
  async close(): Promise<void> {
    await this.#told.close()
  }

  #giveUp(reason: string): void {
    if (this.#lost !== undefined) return
    this.#lost = reason
    clearTimeout(this.#ending)
    this.#exitAll(reason)
    this.#ended.resolve()
  }

  /**
   * Takes a message of the agent; nothing, where it was a sign of life.
   *
   * @param onHere gives the agent a place, or lets it go
   */
  hear(text: string, onHere: (here: Here) => void): void {
    try {
      const entries = this.#receiver.receive(text, systemClock.now())
      if (entries === undefined) return
      this.#heardAt = systemClock.now()
      for (const heard of entries) {
        if (this.#lost !== undefined) return
        if (this.#place !== undefined) this.#take(heard)
        else if (isHere(heard)) onHere(heard)
      }
    } catch (error) {
      this.lose(messageOf(error))
    }
  }

  #take(heard: FromAgent): void {
    switch (heard.type) {
      case 'here':
        break
      case 'clock':
        this.#place = { ...this.#known, toBroker: heard.toBroker }
        this.#events?.onMachine({ type: 'clock', clock: this.clock })
        break
      case 'machine':
        this.#events?.onMachine(heard.report)
        break
      case 'report':
        if (this.#left.has(heard.worker)) this.#events?.onReport(heard.worker, heard.report)
        break
      case 'exit':
        this.#exit(heard.worker, heard.reason)
        break
      case 'bye':
        this.#giveUp(heard.reason ?? 'it has ended')
        break
    }
  }

  #exitAll(reason: string): void {
    for (const worker of this.#left) this.#exit(worker, reason)
  }

  #exit(worker: number, reason: string | undefined): void {
    if (this.#left.delete(worker)) this.#events?.onExit(worker, reason)
  }
}

// Whoever has the password of the broker can write it.
function isHere(heard: FromAgent): heard is Here {
  if (heard.type !== 'here') return false
  const { facts, toBroker }: { readonly facts: Partial<OwnFacts>; readonly toBroker: Partial<ClockOffset> } = heard
  const isKnown = typeof facts.name === 'string' && typeof facts.limits === 'object'
  return isKnown && Number.isFinite(toBroker.offset) && Number.isFinite(toBroker.error)
}
