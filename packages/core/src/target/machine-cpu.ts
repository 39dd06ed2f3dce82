import { cpus } from 'node:os'
import { readText } from './cgroup.ts'
import { ticksPerSecond } from './processes.ts'

/** CPU time of a machine so far, in milliseconds, over all of its CPUs. */
export interface MachineCpu {
  readonly total: number
  /** The time in which a CPU had work, which the wait for a disk is not. Includes interrupts and stolen time. */
  readonly used: number
  /** The time of interrupts, which the kernel charges to no process: on loopback a large part of a load. `null` outside of Linux. */
  readonly interrupts: number | null
  /** The time that the hypervisor gave to other machines while this one had work; `null` outside of Linux. */
  readonly stolen: number | null
}

/** Reads the CPU time of the machine; `null` when no file can be opened to read it. */
export function readMachineCpu(root = '/'): MachineCpu | null {
  const stat = readText(`${root}proc/stat`)
  // Node.js leaves out software interrupts and waits for a disk.
  return stat === undefined ? addUp(cpus()) : parseMachineCpu(stat)
}

/** Parses the first line of /proc/stat, see proc_stat(5). The time of guests is part of the user time. */
export function parseMachineCpu(stat: string): MachineCpu | null {
  const ticks = /^cpu +(.*)$/m.exec(stat)?.[1]?.split(' ') ?? []
  const times = ticks.map((count) => (Number(count) * 1000) / ticksPerSecond)
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, hard = 0, soft = 0, stolen] = times
  if (stolen === undefined) return null
  const interrupts = hard + soft
  const used = user + nice + system + interrupts + stolen
  return { total: used + idle + ioWait, used, interrupts, stolen }
}

/** CPU of a machine between two readings, in cores. */
export type MachineCpuUse = Omit<MachineCpu, 'total'>

/** Computes the use between two readings of a machine with a number of CPUs; `null` when the system counted nothing meanwhile. */
export function cpuUseBetween(before: MachineCpu | null, after: MachineCpu | null, count: number): MachineCpuUse | null {
  if (before === null || after === null || after.total <= before.total) return null
  const coresOf = (key: keyof MachineCpu): number | null => {
    const [from, to] = [before[key], after[key]]
    return from === null || to === null ? null : (Math.max(0, to - from) / (after.total - before.total)) * count
  }
  return { used: coresOf('used') ?? 0, interrupts: coresOf('interrupts'), stolen: coresOf('stolen') }
}

function addUp(all: ReturnType<typeof cpus>): MachineCpu | null {
  if (all.length === 0) return null
  let [total, used] = [0, 0]
  for (const { times } of all) {
    const busy = times.user + times.nice + times.sys + times.irq
    used += busy
    total += busy + times.idle
  }
  return { total, used, interrupts: null, stolen: null }
}
