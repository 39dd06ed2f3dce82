import { Broker } from '../broker/broker.ts'
import { queues } from '../protocol.ts'

/** What of a run is in the broker, which keeps it until the run has taken it out again. */
export interface RunRecord {
  readonly queues: readonly string[]
  /** Calls that may not have been answered. */
  readonly calls: readonly { readonly queue: string; readonly id: string }[]
}

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
    const records = await broker.list(queues.runs)
    for (const [id, text] of records) {
      const record = readRecord(text)
      for (const queue of record.queues) await broker.drop(queue)
      for (const call of record.calls) await broker.remove(call.queue, call.id)
      await broker.remove(queues.runs, id)
    }
    return records.size
  } finally {
    await broker.close()
  }
}

// What another program has written there is removed, and nothing that it names.
function readRecord(text: string): RunRecord {
  try {
    const { queues: named, calls }: RunRecord = JSON.parse(text)
    return { queues: named.filter((name) => /^[\da-f]{16}\.(?:heard|code|told\.[\da-f]{32})$/.test(name)), calls: [...calls] }
  } catch {
    return { queues: [], calls: [] }
  }
}
