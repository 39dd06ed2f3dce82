import { fileURLToPath } from 'node:url'
import { startNodeTarget } from '../node-target.ts'
import type { Place } from '../pin.ts'

/** What the target counted since it started. */
export interface EchoCount {
  readonly connected: number
  /** Emits that it acknowledged. */
  readonly echoed: number
  /** Seconds of CPU it used. */
  readonly cpuSeconds: number
}

/** A server of Socket.IO that acknowledges every `echo`, while it runs. */
export interface EchoTarget {
  readonly url: string
  count(): Promise<EchoCount>
  stop(): Promise<void>
}

const server = fileURLToPath(import.meta.resolve('./echo-server.mjs'))

/**
 * Starts the target on a free port of the loopback interface.
 *
 * @param place puts its command on a CPU
 * @throws BenchError when it does not start
 */
export async function startEchoTarget(place: Place): Promise<EchoTarget> {
  const { url, cpuSeconds, stop } = await startNodeTarget(place, [server])
  return {
    url,
    stop,
    count: async () => {
      const counts = (await (await fetch(url)).json()) as Omit<EchoCount, 'cpuSeconds'>
      return { ...counts, cpuSeconds: await cpuSeconds() }
    },
  }
}
