import { watchMachine, type Disturbance } from '@benchpress/core/machine'
import { execa } from 'execa'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import { readBusyCpuSeconds } from '../host-cpu.ts'
import type { Load, Peer } from '../peers/peer.ts'
import type { Place } from '../pin.ts'
import { isDisturbed } from '../take-turns.ts'
import type { Disturbed } from '../take-turns.ts'
import { endWithThisProcess, readGroupCpuSeconds } from './process-group.ts'
import type { CountedRequests, RunningTarget } from './running-target.ts'

/** What one tool got out of a target, by the target's own count. */
export interface CapacityMeasurement extends Disturbed {
  readonly requestsPerSecond: number
  /** In cores. */
  readonly targetCpu: number
  readonly toolCpu: number
  /** Requests that the tool says failed. */
  readonly failed: number
}

// Of the seconds that a tool loads its target, those at the beginning and at the end are left out. Milliseconds.
const first = 1000
const last = 300
const patience = 30_000
const fewFailed = 0.001

/**
 * Has a tool load a target for some seconds, and looks at the same stretch of them for each tool, from the first request that reached the target on.
 *
 * @throws BenchError when the tool fails, or reports more than a few failed requests although nothing disturbed it
 */
export async function measureCapacity(
  tool: Peer,
  load: Load,
  target: RunningTarget,
  { place, temporary }: { readonly place: Place; readonly temporary: string },
): Promise<CapacityMeasurement> {
  const [file = '', ...args] = place(await tool.command(load, { temporary, profile: undefined }))
  const idle = (await target.count()).requests
  const running = execa(file, args, { reject: false, stdin: 'ignore', detached: true, timeout: load.seconds * 1e3 + patience })
  endWithThisProcess(running)
  const startedAt = await firstRequest(target, idle)
  const until = async (time: number): Promise<void> => await wait(Math.max(0, startedAt + time - performance.now()))
  const look = async (): Promise<Look> => await lookAt(target, running.pid ?? 0)
  await until(Math.min(first, (load.seconds * 1e3) / 2))
  const disturbanceSince = watchMachine()
  const before = await look()
  await until(load.seconds * 1e3 - last)
  const after = await look()
  const disturbance = disturbanceSince()
  const ended = await running
  if (ended.failed) throw new BenchError(`${tool.name} failed in ${load.name}:\n${ended.stderr || ended.stdout}`)
  const measured = { ...figures(before, after, disturbance), failed: tool.parse(ended.stdout, load).failed }
  // wrk gives each request two seconds, which a few exceed where the machine stands still for a moment.
  if (measured.failed > fewFailed * measured.requestsPerSecond * load.seconds && !isDisturbed(measured))
    throw new BenchError(`${tool.name} reports ${measured.failed} failed requests in ${load.name}:\n${ended.stdout}`)
  return measured
}

// What looks is counted by some targets, too: no tool starts with so few requests.
async function firstRequest({ count }: RunningTarget, idle: number): Promise<number> {
  const askedSince = performance.now()
  for (let asked = 1; performance.now() - askedSince < patience; asked++) {
    const { requests, at } = await count()
    if (requests > idle + asked) return at
    await wait(20)
  }
  throw new BenchError(`no request reached the target within ${patience / 1e3} s`)
}

interface Look {
  readonly counted: CountedRequests
  readonly busy: number
  readonly target: number
  readonly tool: number
  readonly at: number
}

async function lookAt({ count, group }: RunningTarget, tool: number): Promise<Look> {
  const [busy, used, usedByTool] = [await readBusyCpuSeconds(), await readGroupCpuSeconds(group), await readGroupCpuSeconds(tool)]
  const at = performance.now()
  return { counted: await count(), busy, target: used, tool: usedByTool, at }
}

function figures(before: Look, after: Look, disturbance: Disturbance): Omit<CapacityMeasurement, 'failed'> {
  const seconds = (after.counted.at - before.counted.at) / 1e3
  const looked = (after.at - before.at) / 1e3
  const [busy, targetCpu, toolCpu] = (['busy', 'target', 'tool'] as const).map((name) => (after[name] - before[name]) / looked)
  return {
    requestsPerSecond: (after.counted.requests - before.counted.requests) / seconds,
    targetCpu: targetCpu ?? 0,
    toolCpu: toolCpu ?? 0,
    // What was stolen counts as busy, and is no process'.
    otherCpu: Math.max(0, (busy ?? 0) - (targetCpu ?? 0) - (toolCpu ?? 0) - (disturbance.stolenCpu ?? 0)),
    disturbance,
  }
}
