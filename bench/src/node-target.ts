import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { execa } from 'execa'
import { BenchError } from './bench-error.ts'
import type { Place } from './pin.ts'
import { readCpuSeconds } from './process-group.ts'

/** A running target that is a program of Node.js. */
export interface NodeTarget {
  /** URL that the target printed in its first line. */
  readonly url: string
  /** Reads the CPU seconds so far. */
  readonly cpuSeconds: () => Promise<number>
  readonly stop: () => Promise<void>
}

/**
 * Starts a target of Node.js.
 *
 * @param place puts the command on a CPU
 * @param program file and arguments of the program
 * @throws BenchError when the target does not start
 */
export async function startNodeTarget(place: Place, program: readonly string[]): Promise<NodeTarget> {
  const [file = '', ...rest] = place([process.execPath, ...program])
  const child = execa(file, rest, { reject: false, stdin: 'ignore' })
  const lines = createInterface({ input: child.stdout })
  const [line]: unknown[] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
  const url = /http:\/\/[\w.[\]:]+:\d+/.exec(String(line))?.[0]
  if (url === undefined) throw new BenchError(`${program[0]} ended before it listened: ${(await child).stderr}`)
  return {
    url,
    cpuSeconds: () => readCpuSeconds(child.pid),
    stop: async () => {
      child.kill()
      await child
    },
  }
}
