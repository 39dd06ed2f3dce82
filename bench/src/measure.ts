import { BenchError } from './bench-error.ts'
import type { Load, Peer, PeerReport } from './peers/peer.ts'
import { runGenerator } from './run-generator.ts'
import type { GeneratorRun, GeneratorSetting } from './run-generator.ts'
import type { Disturbed } from './take-turns.ts'

/** One run of one peer, measured by the target and the operating system. */
export interface Measurement extends PeerReport, Disturbed {
  /** Requests that reached the target. */
  readonly requests: number
  /** Requests divided by the time from the first to the last arrival. */
  readonly requestsPerSecond: number
  /** CPU the target used in that time, in cores. */
  readonly targetCpu: number
  /** CPU seconds of the generator's whole process, including start-up, for 1,000 requests. */
  readonly cpuSecondsPer1000: number
  readonly peakRssBytes: number
}

/**
 * Runs a peer once against a target that counts from zero.
 *
 * @throws BenchError when the peer fails, or reports failed requests, which makes its figures useless
 */
export async function measure(peer: Peer, load: Load, setting: GeneratorSetting): Promise<Measurement> {
  const command = await peer.command(load, setting.folder)
  const run = await runGenerator(`${peer.name} in ${load.name}`, command, load.seconds + 30, setting)
  const report = peer.parse(run.stdout, load)
  if (report.failed > 0) throw new BenchError(`${peer.name} reports ${report.failed} failed requests in ${load.name}:\n${run.stdout}`)
  return { ...report, ...figures(run), otherCpu: run.otherCpu, disturbance: run.disturbance }
}

function figures({ count, cpuSeconds, peakRssBytes }: GeneratorRun): Omit<Measurement, keyof PeerReport | keyof Disturbed> {
  const { requests, firstUs, lastUs, cpuUs } = count
  if (lastUs <= firstUs) throw new BenchError(`only ${requests} requests reached the target, all at one instant`)
  const seconds = (lastUs - firstUs) / 1e6
  return {
    requests,
    requestsPerSecond: requests / seconds,
    targetCpu: cpuUs / 1e6 / seconds,
    cpuSecondsPer1000: (cpuSeconds / requests) * 1000,
    peakRssBytes,
  }
}
