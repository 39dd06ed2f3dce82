import { cpus, uptime } from 'node:os'
import { systemClock } from '../base/clock/clock.ts'
import type { Disturbance, Pressure } from '../result/summary/generator-summary.ts'
import { numberIn, readCgroup, readText } from './cgroup.ts'
import { cpuUseBetween, type MachineCpu, readMachineCpu } from './machine-cpu.ts'

/** Total waiting time so far, in microseconds; `null` where the system does not report it. */
type PressureTotals = Readonly<Record<keyof Pressure, number | null>>

/** Counters of a machine at one moment; differences between two readings describe the time in between. */
export interface MachineCounters {
  /** Time of the reading on the clock of the process, in microseconds. */
  readonly at: number
  /** Time of the reading on the wall clock, in milliseconds. */
  readonly wall: number
  /** Seconds since the machine was started, including the time in which it was suspended. */
  readonly sinceBoot: number
  /** Time of all CPUs; `null` when no file can be opened to read it. */
  readonly cpu: MachineCpu | null
  /** Throttling of each control group of this process that counts it. */
  readonly throttling: readonly Throttling[]
  readonly pressure: PressureTotals
  readonly groupPressure: PressureTotals
  /** Involuntary context switches of the given threads. */
  readonly involuntarySwitches: number | null
}

interface Throttling {
  readonly periods: number
  readonly throttled: number
}

/**
 * Reads the counters of the machine synchronously: the kernel returns them from memory, in some tens of microseconds.
 *
 * @param threads the system's numbers of the load threads; without them, the switches of the whole process are read
 */
export function readMachineCounters(threads: readonly number[] = [], root = '/'): MachineCounters {
  return {
    ...readClocks(),
    cpu: readMachineCpu(root),
    throttling: readCgroup({ controller: 'cpu', v1: ['cpu.stat'], v2: 'cpu.stat' }, root).flatMap(parseThrottling),
    pressure: readPressure((kind) => readText(`${root}proc/pressure/${kind}`)),
    // Version 1 of control groups has no pressure.
    groupPressure: readPressure((kind) => readCgroup({ controller: 'cpu', v1: [], v2: `${kind}.pressure` }, root)[0]),
    involuntarySwitches: readSwitches(threads, root),
  }
}

// The names of `cpu.stat` are the same in both versions of control groups. A group without a quota has no periods.
function parseThrottling(text: string): readonly Throttling[] {
  const periods = numberIn(text, /^nr_periods (\d+)$/m) ?? 0
  return periods === 0 ? [] : [{ periods, throttled: numberIn(text, /^nr_throttled (\d+)$/m) ?? 0 }]
}

function readPressure(read: (kind: keyof Pressure) => string | undefined): PressureTotals {
  const waitedFor = (kind: keyof Pressure): number | null => numberIn(read(kind), /^some .*total=(\d+)/m)
  return { cpu: waitedFor('cpu'), memory: waitedFor('memory'), io: waitedFor('io') }
}

function readSwitches(threads: readonly number[], root: string): number | null {
  const statuses = threads.map((thread) => readText(`${root}proc/self/task/${thread}/status`))
  const counts = statuses.flatMap((status) => numberIn(status, /^nonvoluntary_ctxt_switches:\s+(\d+)/m) ?? [])
  // The switches of ended threads are unknown, and the total of the process includes other threads.
  if (threads.length > 0) return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
  // Windows does not report switches, and returns 0.
  return process.platform === 'win32' ? null : process.resourceUsage().involuntaryContextSwitches
}

// All clocks are read at one moment: if the thread lost its CPU in between, clocks would seem to jump.
function readClocks(): Pick<MachineCounters, 'at' | 'wall' | 'sinceBoot'> {
  const read = (): { at: number; wall: number; sinceBoot: number; width: number } => {
    const before = systemClock.now()
    const [wall, sinceBoot] = [Date.now(), uptime()]
    const after = systemClock.now()
    return { at: (before + after) / 2, wall, sinceBoot, width: after - before }
  }
  const [first, second] = [read(), read()]
  const { at, wall, sinceBoot } = first.width <= second.width ? first : second
  return { at, wall, sinceBoot }
}

/** Computes the disturbance between two readings; `null` where the system does not report it. */
export function disturbanceBetween(before: MachineCounters, after: MachineCounters, cpuCount: number = cpus().length): Disturbance {
  const elapsed = after.at - before.at
  const stolenCpu = cpuUseBetween(before.cpu, after.cpu, cpuCount)?.stolen ?? null
  const suspended = secondsSuspended(before, after)
  return {
    stolenCpu,
    stolen: stolenCpu === null ? null : stolenCpu / cpuCount,
    throttled: shareThrottled(before, after),
    pressure: pressureBetween(before.pressure, after.pressure, elapsed),
    groupPressure: pressureBetween(before.groupPressure, after.groupPressure, elapsed),
    // The count of a thread that has ended is lost.
    involuntarySwitches: difference(before.involuntarySwitches, after.involuntarySwitches),
    // The wall clock continues while a machine is suspended, which is not a jump.
    clockJump: (after.wall - before.wall) / 1000 - elapsed / 1e6 - suspended,
    suspended,
  }
}

/** Begins to watch the machine; returns a function that returns the disturbance since then. */
export function watchMachine(): () => Disturbance {
  const before = readMachineCounters()
  return () => disturbanceBetween(before, readMachineCounters())
}

// The group that was throttled most, because each group throttles everything inside of it.
function shareThrottled({ throttling: before }: MachineCounters, { throttling: after }: MachineCounters): number | null {
  const shares = after.map(({ periods, throttled }, index) => {
    const all = periods - (before[index]?.periods ?? periods)
    return all <= 0 ? 0 : Math.min(1, Math.max(0, throttled - (before[index]?.throttled ?? throttled)) / all)
  })
  return shares.length === 0 ? null : Math.max(...shares)
}

// The time since boot has hundredths of a second, or whole seconds on some systems, so less than a second does not count as suspended.
function secondsSuspended(before: MachineCounters, after: MachineCounters): number {
  const missing = after.sinceBoot - before.sinceBoot - (after.at - before.at) / 1e6
  return missing > 1 ? missing : 0
}

function pressureBetween(before: PressureTotals, after: PressureTotals, elapsed: number): Pressure {
  const share = (kind: keyof Pressure): number | null => {
    const waited = difference(before[kind], after[kind])
    return waited === null || elapsed <= 0 ? null : Math.min(1, waited / elapsed)
  }
  return { cpu: share('cpu'), memory: share('memory'), io: share('io') }
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : Math.max(0, after - before)
}
