import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '@benchpress/core/report'
import { Broker } from '../broker/broker.ts'
import { calledBy, queues, type AgentCall } from '../protocol.ts'
import type { AgentTrust } from '../trust/agent-trust.ts'
import { AgentSession } from './agent-session.ts'

/** Options of an agent. */
export interface AgentOptions {
  /** URL of a Redis, Valkey or PostgreSQL. */
  readonly broker: string
  /** Name of the machine in results. Default: that of the host. */
  readonly name?: string | undefined
  /** The keys whose code the agent runs. */
  readonly trust: AgentTrust
  /** Ends the agent, and the load that it runs. */
  readonly signal: AbortSignal
  /** Called with a line about each thing that the agent does. */
  readonly onNotice: (message: string) => void
}

/** Milliseconds between two checks for a call, and between two attempts to reach the broker. */
const pause = { look: 250, reach: 1000 }

/**
 * Waits for calls of starters and runs the shares that these send, one run at a time, until the signal aborts.
 *
 * The agent waits for a broker that goes away, but ends its load without one.
 *
 * @throws BenchpressError BROKER_UNREACHABLE when the broker cannot be used at the start; INVALID_CONFIG for a URL of something else
 */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { broker: url, name = hostname(), signal, onNotice } = options
  let broker: Broker | undefined = await Broker.open(url)
  onNotice(`waiting for runs at ${broker.place}`)
  const calls = new Calls(options)
  const unswept = new Set<AgentSession>()
  while (!signal.aborted) {
    try {
      broker ??= await Broker.open(url)
      for (const session of unswept) {
        await session.sweep(broker)
        unswept.delete(session)
      }
      const call = await calls.next(broker, signal)
      if (call === undefined) break
      onNotice(`test ${JSON.stringify(call.test)}: called`)
      const session = new AgentSession(broker, call, { ...options, name })
      const reason = await session.run()
      onNotice(`test ${JSON.stringify(call.test)}: ${reason ?? 'done'}`)
      unswept.add(session)
      if (reason === undefined) continue
    } catch (error) {
      onNotice(`the broker is away: ${messageOf(error)}`)
      await sleep(pause.reach, undefined, { signal }).catch(() => undefined)
    }
    // A connection that was silent may be dead.
    await broker?.close()
    broker = undefined
  }
  await broker?.close()
}

// Of a queue that somebody fills no more is read at once.
const mostCalls = 100
const mostNotices = 10

/** The calls of trusted keys, to which an agent replies once each: anybody with the broker's password can write others. */
class Calls {
  readonly #options: Pick<AgentOptions, 'trust' | 'onNotice'>
  /** When the calls that were answered expire, by id; until then a copy is not answered. */
  readonly #answered = new Map<string, number>()
  #from = 0
  readonly #told = new Set<string>()

  constructor(options: Pick<AgentOptions, 'trust' | 'onNotice'>) {
    this.#options = options
  }

  /** Resolves with the next call; `undefined` where the signal aborts. */
  async next(broker: Broker, signal: AbortSignal): Promise<AgentCall | undefined> {
    while (!signal.aborted) {
      const there = await broker.list(queues.calls, this.#from, mostCalls)
      this.#from = there.size < mostCalls ? 0 : this.#from + mostCalls
      for (const [id, text] of there) {
        const call = this.#answered.has(id) ? undefined : this.#open(id, text)
        if (call === undefined) continue
        const now = await broker.now()
        for (const [answered, expires] of this.#answered) if (expires <= now) this.#answered.delete(answered)
        // The starter of an old call may be gone.
        if (call.expires <= now) continue
        this.#answered.set(id, call.expires)
        return call
      }
      await sleep(pause.look, undefined, { signal }).catch(() => undefined)
    }
    return undefined
  }

  #open(id: string, text: string): AgentCall | undefined {
    try {
      return readCall(this.#options.trust.open(text, calledBy(id)))
    } catch (error) {
      const reason = messageOf(error)
      if (this.#told.size >= mostNotices || this.#told.has(reason)) return undefined
      this.#told.add(reason)
      this.#options.onNotice(`a call is not answered: ${reason}`)
      return undefined
    }
  }
}

function readCall(text: string): AgentCall | undefined {
  try {
    const { run, test, expires }: Partial<AgentCall> = JSON.parse(text)
    const isCall = typeof run === 'string' && /^[\da-f]{16}$/.test(run) && typeof test === 'string' && typeof expires === 'number'
    return isCall ? { run, test, expires } : undefined
  } catch {
    return undefined
  }
}
