import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { BenchError } from '../bench-error.ts'
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
  const [file = '', ...rest] = place([process.execPath, server, '--port', '0'])
  const child = execa(file, rest, { reject: false, stdin: 'ignore' })
  const lines = createInterface({ input: child.stdout })
  const [line]: unknown[] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
  const url = /http:\/\/[\w.[\]:]+:\d+/.exec(String(line))?.[0]
  if (url === undefined) throw new BenchError(`the bridge ended before it listened: ${(await child).stderr}`)
  return {
    url,
    count: async () => readCount(await (await fetch(`${url}/metrics`)).text(), await cpuOf(child.pid)),
    stop: async () => {
      child.kill()
      await child
    },
  }
}

function readCount(metrics: string, cpuSeconds: number): BridgeCount {
  const sum = (name: string): number => {
    const values = metrics.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'gm'))
    return Array.from(values, ([, value]) => Number(value)).reduce((all, value) => all + value, 0)
  }
  return { accepted: sum('messages_accepted_total'), delivered: sum('messages_sent_to_clients_total'), cpuSeconds }
}

// In clock ticks, of which Linux has a hundred a second. taskset becomes the program it starts.
async function cpuOf(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
