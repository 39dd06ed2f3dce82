import { execa } from 'execa'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { BenchError } from './bench-error.ts'
import { buildProgram } from './build-program.ts'
import type { Place } from './pin.ts'

/** The counts of the target since its last reset. Times in microseconds of its own monotonic clock. */
export interface TargetCount {
  readonly requests: number
  readonly firstUs: number
  readonly lastUs: number
  /** CPU time of the target. */
  readonly cpuUs: number
  /** Number of open connections, including that of the request for the count. */
  readonly connections: number
}

/** The running static target. */
export interface StaticTarget {
  readonly url: string
  readonly port: number
  /**
   * Waits until only its own connection is left, and returns the count.
   *
   * @throws BenchError when connections stay open for two seconds
   */
  finalCount(): Promise<TargetCount>
  /** Number of requests in each 10 ms from the first one on. */
  bins(): Promise<readonly number[]>
  reset(): Promise<void>
  stop(): Promise<void>
}

/**
 * Compiles and starts the static target on a free port of the loopback interface.
 *
 * @param place puts the command on a CPU
 * @throws BenchError when the target cannot be compiled or started
 */
export async function startStaticTarget(place: Place = (command) => command): Promise<StaticTarget> {
  const [file = '', ...rest] = place([await buildProgram('static-target')])
  const process = execa(file, rest, { reject: false, stdin: 'ignore' })
  const port = await announcedPort(process.stdout)
  const origin = `http://127.0.0.1:${port}`
  return {
    url: `${origin}/test`,
    port,
    finalCount: () => finalCount(origin),
    bins: async () => await ask<readonly number[]>(`${origin}/bins`),
    reset: async () => void (await ask<TargetCount>(`${origin}/reset`)),
    stop: async () => {
      process.kill()
      await process
    },
  }
}

async function announcedPort(output: Readable): Promise<number> {
  const lines = createInterface({ input: output })
  const [line]: unknown[] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
  const port = /^listening on port (\d+)$/.exec(String(line))?.[1]
  if (port === undefined) throw new BenchError('the static target ended before it listened')
  return Number(port)
}

async function finalCount(origin: string): Promise<TargetCount> {
  for (let tries = 0; tries < 200; tries++) {
    const count = await ask<TargetCount>(`${origin}/count`)
    if (count.connections <= 1) return count
    await wait(10)
  }
  throw new BenchError('the static target still has connections of the last generator')
}

// The target is a program of ours.
async function ask<Response>(url: string): Promise<Response> {
  return (await (await fetch(url)).json()) as Response
}
