import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { systemClock } from '../base/clock/clock.ts'
import { readCgroup } from './cgroup.ts'

/** Waiting so far, in microseconds; `null` where the system does not tell. */
export interface PressureTotals {
  readonly cpu: number | null
  readonly memory: number | null
  readonly io: number | null
}

/** What a machine has counted up to a moment, of which differences say what it did in between. */
export interface MachineCounters {
  /** On the clock of the process, in microseconds. */
  readonly at: number
  /** On the wall clock, in milliseconds. */
  readonly wall: number
  /** Seconds since the machine was started, with those in which it was suspended. */
  readonly sinceBoot: number
  /** Time of all CPUs, in ticks; `null` outside of Linux. */
  readonly cpu: CpuTicks | null
  /** Of each control group of this process that counts them. */
  readonly throttling: readonly Throttling[]
  readonly pressure: PressureTotals
  readonly groupPressure: PressureTotals
  /** Involuntary context switches of the threads that were asked about. */
  readonly involuntarySwitches: number | null
}

interface CpuTicks {
  readonly total: number
  readonly stolen: number
}

interface Throttling {
  readonly periods: number
  readonly throttled: number
}

const kinds = ['cpu', 'memory', 'io'] as const

/**
 * Reads what the machine has counted so far, synchronously: the kernel answers from memory, in some tens of microseconds.
 *
 * @param threads the system's numbers of the load threads; where they are not known, the switches of the whole process stand for theirs
 * @param root where the file system starts; another directory for tests
 */
export function readMachineCounters(threads: readonly number[] = [], root = '/'): MachineCounters {
  return {
    ...readClocks(),
    cpu: parseCpuTicks(readText(`${root}proc/stat`)),
    throttling: readCgroup({ controller: 'cpu', v1: ['cpu.stat'], v2: 'cpu.stat' }, root).flatMap((text) => parseThrottling(text) ?? []),
    pressure: readPressure((kind) => readText(`${root}proc/pressure/${kind}`)),
    // Version 1 of control groups knows no pressure.
    groupPressure: readPressure((kind) => readCgroup({ controller: 'cpu', v1: [], v2: `${kind}.pressure` }, root)[0]),
    involuntarySwitches: readSwitches(threads, root),
  }
}

/** Reads the first line of /proc/stat. The time of guests is part of that of users. */
export function parseCpuTicks(text: string | undefined): CpuTicks | null {
  const ticks =
    /^cpu +(.*)$/m
      .exec(text ?? '')?.[1]
      ?.split(' ')
      .slice(0, 8)
      .map(Number) ?? []
  const total = ticks.reduce((sum, count) => sum + count, 0)
  return ticks.length < 8 || total === 0 ? null : { total, stolen: ticks[7] ?? 0 }
}

/** Reads `cpu.stat`, whose names are the same in both versions of control groups; `null` for a group without a quota, which has no periods. */
export function parseThrottling(text: string): Throttling | null {
  const [periods, throttled] = ['nr_periods', 'nr_throttled'].map((name) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0),
  )
  return periods === undefined || throttled === undefined || periods === 0 ? null : { periods, throttled }
}

/** Reads the time in which some task waited from /proc/pressure, in microseconds. */
export function parsePressure(text: string | undefined): number | null {
  const total = /^some .*total=(\d+)/m.exec(text ?? '')?.[1]
  return total === undefined ? null : Number(total)
}

/** Reads the involuntary switches from /proc/self/task/<number>/status. */
export function parseSwitches(text: string | undefined): number | null {
  const count = /^nonvoluntary_ctxt_switches:\s+(\d+)/m.exec(text ?? '')?.[1]
  return count === undefined ? null : Number(count)
}

function readPressure(read: (kind: string) => string | undefined): PressureTotals {
  const [cpu = null, memory = null, io = null] = kinds.map((kind) => parsePressure(read(kind)))
  return { cpu, memory, io }
}

function readSwitches(threads: readonly number[], root: string): number | null {
  const counts = threads.flatMap((thread) => parseSwitches(readText(`${root}proc/self/task/${thread}/status`)) ?? [])
  // Those of threads that have ended are not known, and those of all others are not theirs.
  if (threads.length > 0) return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
  // Windows does not tell, and gives 0.
  return process.platform === 'win32' ? null : process.resourceUsage().involuntaryContextSwitches
}

// All at one moment: a thread that has to give up its CPU in between would see clocks that jump.
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

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return undefined
  }
}
