import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '@benchpress/core/report'
import { Broker } from '../broker/broker.ts'
import { within } from '../broker/store.ts'
import { queues, type Call } from '../protocol.ts'
import type { AgentTrust } from '../trust/agent-trust.ts'
import { AgentSession } from './agent-session.ts'

/** What an agent is, and whom it serves. */
export interface AgentOptions {
  /** URL of a Redis, Valkey or PostgreSQL. */
  readonly broker: string
  /** By which results name the machine. Default: that of the host. */
  readonly name?: string | undefined
  /** What a starter may ask for, such as `{ region: 'eu' }`. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Whose code it runs. */
  readonly trust: AgentTrust
  /** Ends the agent, and the load that it runs. */
  readonly signal: AbortSignal
  /** Hears in a line what the agent does. */
  readonly onNotice: (message: string) => void
}

/** Milliseconds between two looks for a call, and between two attempts to reach the broker. */
const pause = { look: 200, reach: 1000 }

/**
 * Waits for calls of starters and runs the shares that they send, one run at a time, until the signal aborts.
 *
 * A broker that goes away is waited for; load does not go on without it.
 *
 * @throws BenchpressError BROKER_UNREACHABLE when the broker cannot be used at the start; INVALID_CONFIG for a URL of something else
 */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { broker: url, labels = {}, name = hostname(), signal, onNotice } = options
  let broker: Broker | undefined = await Broker.open(url)
  onNotice(`waiting for runs at ${broker.place}`)
  while (!signal.aborted) {
    try {
      broker ??= await Broker.open(url)
      const call = await nextCall(broker, labels, signal)
      if (call === undefined) break
      onNotice(`test ${JSON.stringify(call.test)}: called`)
      const reason = await new AgentSession(broker, call, { ...options, name, labels }).run()
      onNotice(`test ${JSON.stringify(call.test)}: ${reason ?? 'done'}`)
      if (reason === undefined) continue
    } catch (error) {
      onNotice(`the broker is away: ${messageOf(error)}`)
      await sleep(pause.reach, undefined, { signal }).catch(() => undefined)
    }
    // A connection that was silent is not to be relied on.
    await broker?.close()
    broker = undefined
  }
  await broker?.close()
}

async function nextCall(broker: Broker, labels: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Call | undefined> {
  const names = [queues.calls(), ...Object.entries(labels).map(([label, value]) => queues.calls(`${label}=${value}`))]
  while (!signal.aborted) {
    for (const queue of names) {
      const call = readCall(await within(broker.take(queue), 'no answer'))
      // Who called may be gone since long.
      if (call !== undefined && call.expires > (await broker.now())) return call
    }
    await sleep(pause.look, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}

function readCall(text: string | undefined): Call | undefined {
  if (text === undefined) return undefined
  try {
    const { run, test, expires }: Partial<Call> = JSON.parse(text)
    return typeof run === 'string' && /^[\da-f]{16}$/.test(run) && typeof test === 'string' && typeof expires === 'number'
      ? { run, test, expires }
      : undefined
  } catch {
    return undefined
  }
}
