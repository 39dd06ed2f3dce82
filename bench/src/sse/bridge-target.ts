import { fileURLToPath } from 'node:url'
import { startNodeTarget } from '../node-target.ts'
import type { Place } from '../pin.ts'

/** The counts of the bridge since its start. */
interface BridgeCount {
  /** Number of accepted messages. */
  readonly accepted: number
  /** Number of messages written to subscribers. */
  readonly delivered: number
  /** Seconds of CPU that the bridge used. */
  readonly cpuSeconds: number
}

/** The running bridge of the examples. */
export interface BridgeTarget {
  readonly url: string
  count(): Promise<BridgeCount>
  stop(): Promise<void>
}

const server = fileURLToPath(new URL('../../../examples/bridge/src/server.ts', import.meta.url))

/**
 * Starts the bridge of the examples, with its messages in memory, on a free port of the loopback interface.
 *
 * @param place puts the command on a CPU
 * @throws BenchError when the bridge does not start
 */
export async function startBridge(place: Place): Promise<BridgeTarget> {
  const { url, cpuSeconds, stop } = await startNodeTarget(place, [server, '--port', '0'])
  return { url, stop, count: async () => readCount(await (await fetch(`${url}/metrics`)).text(), await cpuSeconds()) }
}

function readCount(metrics: string, cpuSeconds: number): BridgeCount {
  const sum = (name: string): number => {
    const values = metrics.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'gm'))
    return Array.from(values, ([, value]) => Number(value)).reduce((all, value) => all + value, 0)
  }
  return { accepted: sum('messages_accepted_total'), delivered: sum('messages_sent_to_clients_total'), cpuSeconds }
}
