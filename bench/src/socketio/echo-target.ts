import { fileURLToPath } from 'node:url'
import { startNodeTarget } from '../node-target.ts'
import type { Place } from '../pin.ts'

/** The counts of the target since its start. */
export interface EchoCount {
  readonly connected: number
  /** Number of acknowledged emits. */
  readonly echoed: number
  /** Seconds of CPU that the target used. */
  readonly cpuSeconds: number
}

/** A running Socket.IO server that acknowledges every `echo`. */
export interface EchoTarget {
  readonly url: string
  count(): Promise<EchoCount>
  stop(): Promise<void>
}

const server = fileURLToPath(import.meta.resolve('./echo-server.mjs'))

/**
 * Starts the target on a free port of the loopback interface.
 *
 * @param place puts the command on a CPU
 * @throws BenchError when the target does not start
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
