import { Broker } from '../broker/broker.ts'
import { sweepRun } from '../broker/sweep.ts'
import { queues } from '../protocol.ts'

/** A queue of a run, with the run and the agent that it is for. */
const queueOfRun = /^([\da-f]{16})\.(?:heard|code|told\.([\da-f]{32}))$/

/**
 * Takes all out of a broker that runs have left there, such as those whose machines all lost their power. A run that is under way ends by it.
 *
 * @param url of a Redis, Valkey or PostgreSQL
 * @returns how many runs and agents of them had left something
 * @throws BenchpressError BROKER_UNREACHABLE when the broker cannot be used; INVALID_CONFIG for a URL of something else
 */
export async function cleanMachines(url: string): Promise<number> {
  const broker = await Broker.open(url)
  try {
    // A starter that ended at once has left a call, and no record yet.
    const called = Array.from((await broker.list(queues.calls)).keys(), (id) => /^[\da-f]{16}/.exec(id)?.[0] ?? [])
    const records = [...(await broker.list(queues.runs)).keys(), ...called.flat()]
    // What came after a run was taken out is written down nowhere.
    const found = [...(await broker.queues())].flatMap((name) => {
      const [, run, agent] = queueOfRun.exec(name) ?? []
      return run === undefined ? [] : [{ run, agent }]
    })
    const runs = new Set([...records.flatMap((id) => /^[\da-f]{16}/.exec(id) ?? []), ...found.map(({ run }) => run)])
    for (const run of runs) {
      const agents = found.flatMap((each) => (each.run === run && each.agent !== undefined ? [each.agent] : []))
      await sweepRun(broker, run, agents)
    }
    for (const id of (await broker.list(queues.runs)).keys()) await broker.remove(queues.runs, id)
    return new Set([...records, ...found.map(({ run, agent }) => (agent === undefined ? run : `${run}-${agent}`))]).size
  } finally {
    await broker.close()
  }
}
