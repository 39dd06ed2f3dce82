import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { BenchError } from './bench-error.ts'
import type { Pinning } from './pin.ts'

/** The setting of runs of generators. */
export interface UsageSetting {
  readonly pinning: Pinning
  /** Path of the program that measures CPU and memory of a process. */
  readonly program: string
  /** Folder for files of a run, which is removed after the suite. */
  readonly folder: string
}

/** The CPU and memory of a process from its start to its end, and its output. */
export interface ProcessUsage {
  readonly stdout: string
  /** CPU seconds of the whole process, including start-up. */
  readonly cpuSeconds: number
  readonly peakRssBytes: number
}

/**
 * Runs a generator to its end, on its CPU.
 *
 * @param patience seconds that the run may take
 * @throws BenchError when the generator fails
 */
export async function runWithUsage(
  name: string,
  command: readonly string[],
  patience: number,
  { pinning, program, folder }: UsageSetting,
): Promise<ProcessUsage> {
  const usageFile = join(folder, 'usage.json')
  const [file = '', ...rest] = pinning.generator([program, usageFile, ...command])
  const { failed, stdout, stderr } = await execa(file, rest, { reject: false, stdin: 'ignore', timeout: patience * 1e3 })
  if (failed) throw new BenchError(`${name} failed:\n${stderr || stdout}`)
  const usage = JSON.parse(await readFile(usageFile, 'utf8')) as Omit<ProcessUsage, 'stdout'>
  return { stdout, ...usage }
}

/** Reads the report in the last line of a generator, as JSON. */
export function readReport(stdout: string): unknown {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
}
