import { watchMachine, type Disturbance } from '@benchpress/core/machines'
import { execa } from 'execa'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { BenchError } from './bench-error.ts'
import { readBusyCpuSeconds } from './host-cpu.ts'
import type { Pinning } from './pin.ts'
import type { StaticTarget, TargetCount } from './static-target.ts'

/** The setting of runs of generators. */
export interface GeneratorSetting {
  readonly target: StaticTarget
  readonly pinning: Pinning
  /** Folder for files of a run, which is removed after the suite. */
  readonly temporary: string
  /** Path of the program that measures CPU and memory of a process. */
  readonly runWithUsage: string
}

/** One run of a generator, measured by the target and the operating system. */
export interface GeneratorRun {
  readonly stdout: string
  readonly count: TargetCount
  /** CPU seconds of the whole process, including start-up. */
  readonly cpuSeconds: number
  readonly peakRssBytes: number
  /** CPU of other programs meanwhile, in cores, which disturbed the run. */
  readonly otherCpu: number
  /** CPU and memory that the machine took from its programs meanwhile. */
  readonly disturbance: Disturbance
}

/**
 * Runs a generator once against a target that counts from zero.
 *
 * @param patience seconds that the run may take
 * @throws BenchError when the generator fails
 */
export async function runGenerator(
  name: string,
  command: readonly string[],
  patience: number,
  { target, pinning, temporary, runWithUsage }: GeneratorSetting,
): Promise<GeneratorRun> {
  const usageFile = join(temporary, 'usage.json')
  const [file = '', ...rest] = pinning.generator([runWithUsage, usageFile, ...command])
  await target.reset()
  const disturbanceSince = watchMachine()
  const [start, busyAtStart] = [performance.now(), await readBusyCpuSeconds()]
  const { failed, stdout, stderr } = await execa(file, rest, { reject: false, stdin: 'ignore', timeout: patience * 1e3 })
  const [seconds, busy] = [(performance.now() - start) / 1e3, (await readBusyCpuSeconds()) - busyAtStart]
  const disturbance = disturbanceSince()
  if (failed) throw new BenchError(`${name} failed:\n${stderr || stdout}`)
  const count = await target.finalCount()
  const usage = parseUsage(await readFile(usageFile, 'utf8'))
  // Stolen time counts as busy, and belongs to no process.
  const otherCpu = Math.max(0, (busy - usage.cpuSeconds - count.cpuUs / 1e6) / seconds - (disturbance.stolenCpu ?? 0))
  return { stdout, count, ...usage, otherCpu, disturbance }
}

function parseUsage(text: string): Pick<GeneratorRun, 'cpuSeconds' | 'peakRssBytes'> {
  const usage: unknown = JSON.parse(text)
  if (isUsage(usage)) return usage
  throw new BenchError(`expected CPU and memory of a process, not ${text}`)
}

function isUsage(value: unknown): value is Pick<GeneratorRun, 'cpuSeconds' | 'peakRssBytes'> {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['cpuSeconds', 'peakRssBytes'].every((field) => typeof Reflect.get(value, field) === 'number')
  )
}
