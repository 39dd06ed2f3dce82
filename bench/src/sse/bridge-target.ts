import { fileURLToPath } from 'node:url'
import { startNodeTarget } from '../node-target.ts'
import type { Place } from '../pin.ts'

/** What the bridge counted since it started. */
interface BridgeCount {
  /** Messages it took over. */
  readonly accepted: number
  /** Messages it wrote to subscribers. */
  readonly delivered: number
  /** Seconds of CPU it used. */
  readonly cpuSeconds: number
}

/** The example's bridge while it runs. */
export interface BridgeTarget {
  readonly url: string
  count(): Promise<BridgeCount>
  stop(): Promise<void>
}

const server = fileURLToPath(new URL('../../../examples/bridge/src/server.ts', import.meta.url))

/**
 * Starts the bridge of the examples, with its messages in memory, on a free port of the loopback interface.
 *
 * @param place puts its command on a CPU
 * @throws BenchError when it does not start
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
