import { watchMachine, type Disturbance } from '@benchpress/core/machine'
import { execa } from 'execa'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { BenchError } from './bench-error.ts'
import { readBusyCpuSeconds } from './host-cpu.ts'
import type { Pinning } from './pin.ts'
import type { StaticTarget, TargetCount } from './static-target.ts'

/** Where generators run, and against what. */
export interface GeneratorSetting {
  readonly target: StaticTarget
  readonly pinning: Pinning
  /** For files of a run; removed after the suite. */
  readonly temporary: string
  /** Path of the program that measures CPU and memory of a process. */
  readonly runWithUsage: string
}

/** One run of a generator, as the target and the operating system saw it. */
export interface GeneratorRun {
  readonly stdout: string
  readonly count: TargetCount
  /** Of its whole process, start-up included. */
  readonly cpuSeconds: number
  readonly peakRssBytes: number
  /** CPU that neither target nor generator used meanwhile, in cores: what disturbed the run. */
  readonly otherCpu: number
  /** What the machine took meanwhile from the programs on it. */
  readonly disturbance: Disturbance
}

/**
 * Runs a generator once against a target that counts from zero.
 *
 * @param patience seconds it may take
 * @throws BenchError when it fails
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
  // What was stolen counts as busy, and is no process'.
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
