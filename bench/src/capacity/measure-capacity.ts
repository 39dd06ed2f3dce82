import { watchMachine } from '@benchpress/core/machines'
import { execa } from 'execa'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import { readBusyCpuSeconds } from '../host-cpu.ts'
import type { Load, Peer } from '../peers/peer.ts'
import type { Place } from '../pin.ts'
import { isDisturbed, mostTries, type Disturbed } from '../take-turns.ts'
import { endGroup, endWithThisProcess, readCpuSeconds, signalGroup } from '../process-group.ts'
import type { RunningTarget } from './running-target.ts'

/** The figures of one tool in one turn, by the target's own count. */
export interface CapacityTurn {
  readonly tool: string
  readonly requests: number
  readonly seconds: number
  /** CPU seconds of the target in this turn. */
  readonly targetCpu: number
  /** CPU seconds of the tool in this turn. */
  readonly toolCpu: number
}

/** A turn of each tool. */
export interface CapacityRound extends Disturbed {
  readonly turns: readonly CapacityTurn[]
}

// Milliseconds before a turn counts, in which the continued tool reads what has come meanwhile, and the target responds to requests of the stopped one.
const settling = 50
const turn = 180
const draining = 15
const patience = 30_000

/**
 * Loads one target with several tools by turns of a fifth of a second: all of them run, and all but one are stopped by a signal.
 *
 * The speed of a machine varies by a third within seconds, which affects such short turns equally. Rounds in which other programs took CPU are repeated.
 *
 * @throws BenchError when a tool ends before its time, or sends nothing
 */
export async function measureCapacity(
  tools: readonly Peer[],
  load: Omit<Load, 'seconds'>,
  target: RunningTarget,
  { place, temporary, rounds }: { readonly place: Place; readonly temporary: string; readonly rounds: number },
): Promise<readonly CapacityRound[]> {
  const mostRounds = rounds * mostTries
  // Longer than all turns together, so that the tools do not end by themselves.
  const seconds = Math.ceil((mostRounds * tools.length * (settling + turn + draining) * 2) / 1e3 + (tools.length * patience) / 1e3)
  const running: StoppedTool[] = []
  try {
    for (const tool of tools) running.push(await StoppedTool.start(tool, { ...load, seconds }, target, { place, temporary }))
    const made: CapacityRound[] = []
    while (made.filter((round) => !isDisturbed(round)).length < rounds && made.length < mostRounds)
      made.push(await measureRound(running, target, made.length))
    return made
  } finally {
    for (const tool of running) tool.end()
  }
}

async function measureRound(tools: readonly StoppedTool[], target: RunningTarget, round: number): Promise<CapacityRound> {
  const disturbanceSince = watchMachine()
  const before = await lookAtAll(tools, target)
  const turns: CapacityTurn[] = []
  const first = round % tools.length
  for (const tool of [...tools.slice(first), ...tools.slice(0, first)]) turns.push(await tool.takeTurn(target))
  const after = await lookAtAll(tools, target)
  const disturbance = disturbanceSince()
  const elapsed = (after.at - before.at) / 1e3
  // Stolen time counts as busy, and belongs to no process.
  const otherCpu = Math.max(0, (after.busy - before.busy - (after.own - before.own)) / elapsed - (disturbance.stolenCpu ?? 0))
  return { turns, otherCpu, disturbance }
}

async function lookAtAll(tools: readonly StoppedTool[], target: RunningTarget): Promise<{ at: number; busy: number; own: number }> {
  const { user, system } = process.cpuUsage()
  const used = await Promise.all([target.group, ...tools.map(({ pid }) => pid)].map(readCpuSeconds))
  const own = used.reduce((sum, each) => sum + each, (user + system) / 1e6)
  return { at: performance.now(), busy: (await readBusyCpuSeconds()) ?? 0, own }
}

/** A running tool that is stopped except in its turns. */
class StoppedTool {
  readonly pid: number
  readonly #name: string
  #failure: string | undefined

  private constructor(name: string, pid: number) {
    this.#name = name
    this.pid = pid
  }

  static async start(
    tool: Peer,
    load: Load,
    target: RunningTarget,
    at: { readonly place: Place; readonly temporary: string },
  ): Promise<StoppedTool> {
    const [file = '', ...args] = at.place(await tool.command(load, at.temporary))
    const idle = (await target.count()).requests
    const running = execa(file, args, { reject: false, stdin: 'ignore', detached: true, forceKillAfterDelay: 2000 })
    endWithThisProcess(running)
    const started = new StoppedTool(tool.name, running.pid ?? 0)
    void running.then(
      ({ stderr, stdout }) => (started.#failure = `${tool.name} ended before its time in ${load.name}:\n${stderr || stdout}`),
    )
    try {
      await started.#firstRequests(target, idle + load.connections)
    } catch (error) {
      started.end()
      throw error
    }
    // By now its connections are open, and its code is warm.
    await wait(700)
    started.#signal('SIGSTOP')
    await wait(draining)
    return started
  }

  async takeTurn(target: RunningTarget): Promise<CapacityTurn> {
    this.#signal('SIGCONT')
    await wait(settling)
    const before = await this.#look(target)
    await wait(turn)
    const after = await this.#look(target)
    this.#signal('SIGSTOP')
    await wait(draining)
    if (this.#failure !== undefined) throw new BenchError(this.#failure)
    const [targetCpu, toolCpu] = [after.target - before.target, after.tool - before.tool]
    // Some targets also count the last request for the count.
    return { tool: this.#name, requests: after.requests - before.requests, seconds: (after.at - before.at) / 1e3, targetCpu, toolCpu }
  }

  end(): void {
    signalGroup(this.pid, 'SIGKILL')
    endGroup(this.pid)
  }

  async #look(target: RunningTarget): Promise<{ requests: number; at: number; target: number; tool: number }> {
    const [ofTarget, ofTool] = await Promise.all([readCpuSeconds(target.group), readCpuSeconds(this.pid)])
    return { ...(await target.count()), target: ofTarget, tool: ofTool }
  }

  async #firstRequests(target: RunningTarget, least: number): Promise<void> {
    const askedSince = performance.now()
    for (let asked = 1; performance.now() - askedSince < patience && this.#failure === undefined; asked++) {
      // Some targets also count requests for the count.
      if ((await target.count()).requests > least + asked) return
      await wait(20)
    }
    throw new BenchError(this.#failure ?? `${this.#name} sent nothing within ${patience / 1e3} s`)
  }

  #signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    signalGroup(this.pid, signal)
  }
}
