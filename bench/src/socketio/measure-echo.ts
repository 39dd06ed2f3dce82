import { readReport, runWithUsage } from '../run-with-usage.ts'
import type { ProcessUsage, UsageSetting } from '../run-with-usage.ts'
import type { EchoGenerator, EchoLoad, EchoReport } from './echo-load.ts'
import { startEchoTarget } from './echo-target.ts'
import type { EchoCount } from './echo-target.ts'

/** The cost of one round for a generator. Times in milliseconds. */
export interface EchoRound {
  readonly acked: number
  /** Emits without an acknowledgement. */
  readonly lost: number
  readonly p50: number
  readonly p99: number
  /** Microseconds of CPU for each acknowledgement. */
  readonly cpuPerAck: number
  readonly bytesPerConnection: number
  readonly peakRssBytes: number
  readonly targetCpuPerAck: number
}

// Long enough to connect all users with one CPU, and to emit.
const shortSeconds = 4
const few = 100

/**
 * Measures one round: the same users for a short time and for a long one, and few users.
 *
 * The cost of an acknowledgement is the difference between the two times, which excludes starting and connecting; the cost of a connection is the difference
 * between the numbers of users.
 *
 * @throws BenchError when the generator fails
 */
export async function measureEcho(generator: EchoGenerator, users: number, seconds: number, setting: UsageSetting): Promise<EchoRound> {
  const empty = await runOnce(generator, { users: few, seconds: shortSeconds }, setting)
  const short = await runOnce(generator, { users, seconds: shortSeconds }, setting)
  const long = await runOnce(generator, { users, seconds: shortSeconds + seconds }, setting)
  const { report, target } = long
  const acks = target.echoed - short.target.echoed
  return {
    acked: report.acked,
    lost: report.sent - report.acked,
    p50: report.p50,
    p99: report.p99,
    cpuPerAck: ((long.cpuSeconds - short.cpuSeconds) / acks) * 1e6,
    bytesPerConnection: (short.peakRssBytes - empty.peakRssBytes) / (users - few),
    peakRssBytes: long.peakRssBytes,
    targetCpuPerAck: ((target.cpuSeconds - short.target.cpuSeconds) / acks) * 1e6,
  }
}

interface EchoRun extends ProcessUsage {
  readonly report: EchoReport
  readonly target: EchoCount
}

async function runOnce(generator: EchoGenerator, load: Omit<EchoLoad, 'url'>, setting: UsageSetting): Promise<EchoRun> {
  const target = await startEchoTarget(setting.pinning.target)
  try {
    const command = await generator.command({ url: target.url, ...load }, setting.folder)
    const usage = await runWithUsage(generator.name, command, load.seconds + 120, setting)
    return { ...usage, report: readReport(usage.stdout) as EchoReport, target: await target.count() }
  } finally {
    await target.stop()
  }
}
