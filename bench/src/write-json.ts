import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'

/** The machine of a suite. */
export interface Machine {
  /** Name of the processor, or `null` where it is unknown. */
  readonly cpu: string | null
  readonly cpus: number
  /** Version of Node.js. */
  readonly node: string
}

/** Describes the machine of this process. */
export function describeMachine(): Machine {
  return { cpu: cpus()[0]?.model ?? null, cpus: availableParallelism(), node: process.version }
}

/** Writes the figures of a suite, with the machine. */
export async function writeJson(file: string, suite: string, measured: Readonly<Record<string, unknown>>): Promise<void> {
  await writeFile(file, `${JSON.stringify({ suite, machine: describeMachine(), ...measured }, null, 2)}\n`)
}
