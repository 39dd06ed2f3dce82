import { Broker } from '../broker/broker.ts'
import { sweepRun } from '../broker/sweep.ts'
import { queues } from '../protocol.ts'

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
    const ids = [...(await broker.list(queues.runs)).keys()]
    // What came too late belongs to a run that is no longer written down.
    const names = [...(await broker.queues())]
    for (const run of new Set([...ids, ...names].flatMap((id) => /^[\da-f]{16}/.exec(id) ?? []))) {
      const told = queues.told(run, '')
      await sweepRun(
        broker,
        run,
        names.filter((name) => name.startsWith(told)).map((name) => name.slice(told.length)),
      )
    }
    for (const id of (await broker.list(queues.runs)).keys()) await broker.remove(queues.runs, id)
    return ids.length
  } finally {
    await broker.close()
  }
}
