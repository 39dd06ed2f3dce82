import { setTimeout as sleep } from 'node:timers/promises'
import type { Broker } from './broker.ts'
import { queues } from '../protocol.ts'
import { withinTime } from './store.ts'

/** Milliseconds for removing a run from a broker, more for each of its agents, for waiting for an absent broker, and between two attempts. */
const sweepTime = { run: 3000, agent: 50, away: 10_000, pause: 300 }

/** Records that a run is under way, or that an agent takes part, so that their queues can always be found. */
export async function record(broker: Broker, run: string, agent?: string): Promise<void> {
  await broker.put(queues.runs, agent === undefined ? run : `${run}-${agent}`, '')
}

/** Removes the messages to one agent of a run from a broker. */
export async function sweepAgent(broker: Broker, run: string, agent: string): Promise<void> {
  await broker.drop(queues.told(run, agent))
  await broker.remove(queues.runs, `${run}-${agent}`)
}

/**
 * Removes a run from a broker, with all messages to its agents; an absent broker is waited for, as when a message is put.
 *
 * @param known agents of the run; others are found by their records, which a broker may have lost in a restart
 * @throws Error where something of the run may be left
 */
export async function sweepRun(broker: Broker, run: string, known: Iterable<string> = []): Promise<void> {
  const until = performance.now() + sweepTime.away
  for (;;) {
    try {
      return await sweepOnce(broker, run, known)
    } catch (error) {
      if (performance.now() >= until) throw error
      await sleep(sweepTime.pause)
    }
  }
}

async function sweepOnce(broker: Broker, run: string, known: Iterable<string>): Promise<void> {
  const isOfRun = (id: string): boolean => id.startsWith(run)
  const records = [...(await broker.list(queues.runs)).keys()].filter(isOfRun)
  const calls = [...(await broker.list(queues.calls)).keys()].filter(isOfRun)
  // A record of another program names no agent.
  const written = records.map((id) => id.slice(run.length + 1)).filter((agent) => /^[\da-f]{32}$/.test(agent))
  const agents = new Set([...known, ...written])
  const names = [queues.heard(run), queues.code(run), ...Array.from(agents, (agent) => queues.told(run, agent))]
  const work = Promise.allSettled([
    ...names.map(async (name) => await broker.drop(name)),
    ...calls.map(async (id) => await broker.remove(queues.calls, id)),
  ])
  const results = await withinTime(work, 'no answer', sweepTime.run + agents.size * sweepTime.agent)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  // Records are removed last, since everything else is found by them.
  await Promise.all(records.map(async (id) => await broker.remove(queues.runs, id)))
}
