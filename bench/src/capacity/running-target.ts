import { execa } from 'execa'
import { once } from 'node:events'
import { get } from 'node:http'
import { freePort } from '../../../test/free-port.ts'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import type { Place } from '../pin.ts'
import { endGroup, endWithThisProcess } from '../process-group.ts'
import type { CapacityTarget } from './targets.ts'

/** Number of requests that a target had responded to at one instant. */
interface CountedRequests {
  readonly requests: number
  /** In milliseconds, on the clock of this process. */
  readonly at: number
}

/** A target while it runs. */
export interface RunningTarget {
  readonly url: string
  /** Process group of the target and of everything that it started. */
  readonly group: number
  readonly count: () => Promise<CountedRequests>
  readonly stop: () => Promise<void>
}

const patience = 20_000

/**
 * Starts a target on a free port, and waits until it responds.
 *
 * @throws BenchError when the target does not respond
 */
export async function startCapacityTarget(target: CapacityTarget, place: Place, temporary: string): Promise<RunningTarget> {
  const port = await freePort()
  const [file = '', ...args] = place(await target.command(port, temporary))
  const running = execa(file, args, { reject: false, stdin: 'ignore', stdout: 'ignore', buffer: { stderr: true }, detached: true })
  endWithThisProcess(running)
  const { pid: group } = running
  const ended = { yet: false }
  void running.then(() => (ended.yet = true))
  const count = async (): Promise<CountedRequests> => await countAt(`http://127.0.0.1:${port}/count`)
  const stop = async (): Promise<void> => {
    if (!ended.yet) endGroup(group)
    await running
  }
  for (const start = performance.now(); performance.now() - start < patience && !ended.yet; await wait(50)) {
    const counted = await count().catch(() => undefined)
    if (group !== undefined && counted !== undefined) return { url: `http://127.0.0.1:${port}/test`, group, count, stop }
  }
  await stop()
  throw new BenchError(`${target.name} did not respond at port ${port}: ${(await running).stderr}`)
}

async function countAt(url: string): Promise<CountedRequests> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [NodeJS.ReadableStream]
  const body = await text(response)
  const at = performance.now()
  // A single number, or the third number of nginx's line about connections and requests.
  const found = /^\s*(\d+)\s*$/.exec(body) ?? /^ \d+ \d+ (\d+) $/m.exec(body)
  if (found === null) throw new BenchError(`${url} has no number of requests: ${body}`)
  return { requests: Number(found[1]), at }
}
