import { execa } from 'execa'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { BenchError } from './bench-error.ts'
import { readBusyCpuSeconds } from './host-cpu.ts'
import type { Load, Peer, PeerDirectories, PeerReport } from './peers/peer.ts'
import type { Pinning } from './pin.ts'
import type { StaticTarget, TargetCount } from './static-target.ts'

/** What all measurements of a suite share. */
export interface Setting {
  readonly target: StaticTarget
  readonly pinning: Pinning
  readonly directories: PeerDirectories
  /** Path of the program that measures CPU and memory of a process. */
  readonly runWithUsage: string
}

/** One run of one peer, as the target and the operating system saw it. */
export interface Measurement extends PeerReport {
  /** Requests that reached the target. */
  readonly requests: number
  /** Those requests over the time from the first to the last arrival. */
  readonly requestsPerSecond: number
  /** CPU the target used in that time, in cores. */
  readonly targetCpu: number
  /** CPU seconds of the generator's whole process, start-up included. */
  readonly cpuSecondsPer1000: number
  readonly peakRssBytes: number
  /** CPU that neither target nor generator used meanwhile, in cores: what disturbed this measurement. */
  readonly otherCpu: number
}

// An idle machine shows 0.02; from 0.1 on, requests per second move by more than their spread.
const mostOtherCpu = 0.1

/** Whether other processes used so much CPU meanwhile that the figures say little. */
export function isDisturbed(measurement: Measurement): boolean {
  return measurement.otherCpu > mostOtherCpu
}

interface Usage {
  readonly cpuSeconds: number
  readonly peakRssBytes: number
}

/**
 * Runs a peer once against a target that counts from zero.
 *
 * @throws BenchError when the peer fails, or reports failed requests: its figures would compare nothing
 */
export async function measure(peer: Peer, load: Load, setting: Setting): Promise<Measurement> {
  const { target, pinning, directories, runWithUsage } = setting
  const usageFile = join(directories.temporary, 'usage.json')
  const [file = '', ...rest] = pinning.generator([runWithUsage, usageFile, ...(await peer.command(load, directories))])
  await target.reset()
  const machine = await watchMachine()
  const { failed, stdout, stderr } = await execa(file, rest, { reject: false, stdin: 'ignore', timeout: (load.seconds + 30) * 1e3 })
  const busy = await machine.busy()
  if (failed) throw new BenchError(`${peer.name} failed in ${load.name}:\n${stderr || stdout}`)
  const report = peer.parse(stdout, load)
  if (report.failed > 0) throw new BenchError(`${peer.name} reports ${report.failed} failed requests in ${load.name}:\n${stdout}`)
  const count = await target.finalCount()
  const usage = parseUsage(await readFile(usageFile, 'utf8'))
  const otherCpu = Math.max(0, busy.cpuSeconds - usage.cpuSeconds - count.cpuUs / 1e6) / busy.seconds
  return { ...report, ...figures(count, usage), otherCpu }
}

interface Busy {
  readonly seconds: number
  readonly cpuSeconds: number
}

async function watchMachine(): Promise<{ busy(): Promise<Busy> }> {
  const start = performance.now()
  const atStart = await readBusyCpuSeconds()
  return { busy: async () => ({ cpuSeconds: (await readBusyCpuSeconds()) - atStart, seconds: (performance.now() - start) / 1e3 }) }
}

function figures(
  { requests, firstUs, lastUs, cpuUs }: TargetCount,
  { cpuSeconds, peakRssBytes }: Usage,
): Omit<Measurement, keyof PeerReport | 'otherCpu'> {
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

function parseUsage(text: string): Usage {
  const usage: unknown = JSON.parse(text)
  if (isUsage(usage)) return usage
  throw new BenchError(`expected CPU and memory of a process, not ${text}`)
}

function isUsage(value: unknown): value is Usage {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['cpuSeconds', 'peakRssBytes'].every((field) => typeof Reflect.get(value, field) === 'number')
  )
}
