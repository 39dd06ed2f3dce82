import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'

/** Writes the figures of a suite, with the machine. */
export async function writeJson(file: string, suite: string, measured: Readonly<Record<string, unknown>>): Promise<void> {
  const machine = { cpu: cpus()[0]?.model ?? null, cpus: availableParallelism(), node: process.version }
  await writeFile(file, `${JSON.stringify({ suite, machine, ...measured }, null, 2)}\n`)
}
