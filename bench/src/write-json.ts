import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'

/** What a suite was measured on. */
export interface Machine {
  /** Name of the processor, or `null` where it is not known. */
  readonly cpu: string | null
  readonly cpus: number
  /** Version of Node.js. */
  readonly node: string
}

/** What this process runs on. */
export function describeMachine(): Machine {
  return { cpu: cpus()[0]?.model ?? null, cpus: availableParallelism(), node: process.version }
}

/** Writes what a suite measured, with the machine it was measured on. */
export async function writeJson(file: string, suite: string, measured: Readonly<Record<string, unknown>>): Promise<void> {
  await writeFile(file, `${JSON.stringify({ suite, machine: describeMachine(), ...measured }, null, 2)}\n`)
}
