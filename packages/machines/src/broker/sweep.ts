import { setTimeout as sleep } from 'node:timers/promises'
import { Broker } from './broker.ts'
import { queues } from '../protocol.ts'
import { withinTime } from './store.ts'

/** Milliseconds for removing a run from a broker, more for each of its queues, for waiting for an absent broker, and between two attempts. */
const sweepTime = { run: 3000, queue: 50, away: 10_000, pause: 300 }

/** The name of a run, in that of each of its queues and in the id of each of its calls. */
const runOf = /^([\da-f]{16})(?:\.(?:heard|code|told\.[\da-f]{32})$|-)/

/**
 * Removes a run from a broker, with all messages to its agents; an absent broker is waited for, as when a message is put.
 *
 * @throws Error where something of the run may be left
 */
export async function sweepRun(broker: Broker, run: string): Promise<void> {
  const until = performance.now() + sweepTime.away
  for (;;) {
    try {
      const left = await listLeft(broker)
      return await sweep(broker, left.get(run))
    } catch (error) {
      if (performance.now() >= until) throw error
      await sleep(sweepTime.pause)
    }
  }
}

/**
 * Takes all out of a broker that runs have left there, such as those whose machines all lost their power. A run that is under way ends by it.
 *
 * @param url of a Redis, Valkey or PostgreSQL
 * @returns how many runs had left something
 * @throws BenchpressError BROKER_UNREACHABLE when the broker cannot be used; INVALID_CONFIG for a URL of something else
 */
export async function cleanMachines(url: string): Promise<number> {
  const broker = await Broker.open(url)
  try {
    const left = await listLeft(broker)
    for (const ofRun of left.values()) await sweep(broker, ofRun)
    return left.size
  } finally {
    await broker.close()
  }
}

/** What a run has in a broker: the names of queues, and the ids of calls. */
interface LeftOfRun {
  readonly queues: readonly string[]
  readonly calls: readonly string[]
}

async function listLeft(broker: Broker): Promise<ReadonlyMap<string, LeftOfRun>> {
  const byRun = (names: Iterable<string>): Map<string | undefined, string[]> => Map.groupBy(names, (name) => runOf.exec(name)?.[1])
  const [names, calls] = [byRun(await broker.queues()), byRun((await broker.list(queues.calls)).keys())]
  const runs = new Set([...names.keys(), ...calls.keys()])
  return new Map(
    Array.from(runs)
      .filter((run) => run !== undefined)
      .map((run) => [run, { queues: names.get(run) ?? [], calls: calls.get(run) ?? [] }]),
  )
}

async function sweep(broker: Broker, left: LeftOfRun = { queues: [], calls: [] }): Promise<void> {
  const work = Promise.all([
    ...left.queues.map(async (name) => await broker.drop(name)),
    ...left.calls.map(async (id) => await broker.remove(queues.calls, id)),
  ])
  await withinTime(work, 'no answer', sweepTime.run + left.queues.length * sweepTime.queue)
}
