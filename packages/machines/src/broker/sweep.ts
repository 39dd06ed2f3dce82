import { setTimeout as sleep } from 'node:timers/promises'
import type { Broker } from './broker.ts'
import { queues } from '../protocol.ts'
import { within } from './store.ts'

/** Milliseconds that it may take to take a run out of a broker, more for each agent that was in it, for which a broker that is away is waited for, and between two attempts. */
const sweepTime = { run: 3000, agent: 50, away: 6000, pause: 300 }

/** Writes down that a run is under way, or that an agent is in it, so that its queues are found whatever happens. */
export async function record(broker: Broker, run: string, agent?: string): Promise<void> {
  await broker.put(queues.runs, agent === undefined ? run : `${run}-${agent}`, '')
}

/** Takes out of a broker what one agent of a run was told. */
export async function sweepAgent(broker: Broker, run: string, agent: string): Promise<void> {
  await broker.drop(queues.told(run, agent))
  await broker.remove(queues.runs, `${run}-${agent}`)
}

/**
 * Takes a run out of a broker, with all that was told to its agents; a broker that is away is waited for, as when a message is put.
 *
 * @param known agents of the run; others are found by what was written down of them, which a broker may have lost when it was restarted
 * @throws Error where something of it may be left
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
  // What another program has written there names nothing.
  const written = records.map((id) => id.slice(run.length + 1)).filter((agent) => /^[\da-f]{32}$/.test(agent))
  const agents = new Set([...known, ...written])
  const names = [queues.heard(run), queues.code(run), ...Array.from(agents, (agent) => queues.told(run, agent))]
  const work = Promise.allSettled([
    ...names.map(async (name) => await broker.drop(name)),
    ...calls.map(async (id) => await broker.remove(queues.calls, id)),
  ])
  const results = await within(work, 'no answer', sweepTime.run + agents.size * sweepTime.agent)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  // At last, because by them the rest is found.
  await Promise.all(records.map(async (id) => await broker.remove(queues.runs, id)))
}
