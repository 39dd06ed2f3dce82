import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

// The unit of times in /proc is USER_HZ, which Linux keeps at 100 for programs on every architecture Node.js runs on.
const ticksPerSecond = 100

/** One line of Linux' process table, as of proc_pid_stat(5). */
export interface ProcessStat {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** False for a zombie, which holds nothing but its exit status. */
  readonly isAlive: boolean
  /** User and system time in seconds, with that of its ended children that it has waited for. */
  readonly cpuSeconds: number
  /** Ticks after the boot of the machine; together with `pid` it names one process for good. */
  readonly startTime: string
}

/**
 * Reads the figures of one process, or `undefined` if there is none or the system has no /proc.
 *
 * Reads synchronously: the kernel answers from memory in some 10 µs, which is less than a trip through the thread pool costs.
 */
export function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return undefined
  }
}

/** Reads the figures of every process that can be seen; empty where there is no /proc. */
export function readProcessTable(): ProcessStat[] {
  const table: ProcessStat[] = []
  for (const entry of listProcesses()) {
    const pid = Number(entry)
    const stat = Number.isInteger(pid) ? readProcessStat(pid) : undefined
    if (stat !== undefined) table.push(stat)
  }
  return table
}

/** Reads a line of /proc/<pid>/stat; `undefined` if it is none. */
export function parseProcessStat(line: string): ProcessStat | undefined {
  // The name stands in parentheses and may itself hold spaces and parentheses, so the fields are those after the last one.
  const end = line.lastIndexOf(')')
  const fields = line.slice(end + 2).split(' ')
  const startTime = fields[19]
  if (end === -1 || startTime === undefined) return undefined
  const ticks = Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    group: Number(fields[2]),
    isAlive: fields[0] !== 'Z' && fields[0] !== 'X',
    cpuSeconds: ticks / ticksPerSecond,
    startTime,
  }
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc')
  } catch {
    return []
  }
}

const firstPause = 5
const longestPause = 100

/** Whether a process group has a member that still runs. */
export function isGroupAlive(group: number): boolean {
  try {
    process.kill(process.platform === 'win32' ? group : -group, 0)
  } catch {
    return false
  }
  // Members that ended, and that nobody waited for, can still be signalled; only /proc tells them apart.
  return process.platform !== 'linux' || readProcessTable().some((stat) => stat.group === group && stat.isAlive)
}

/** Ends every member of a process group at once; what ignores SIGTERM has no say in it. Does nothing to a group that is gone. */
export function killGroup(group: number): void {
  try {
    process.kill(process.platform === 'win32' ? group : -group, 'SIGKILL')
  } catch {
    // It is gone, which is what was wanted.
  }
}

/** Waits until no member of a process group runs any more, but no longer than `timeout` milliseconds. */
export async function awaitGroupEnd(group: number, timeout: number): Promise<void> {
  const deadline = performance.now() + timeout
  for (let pause = firstPause; isGroupAlive(group) && performance.now() < deadline; pause = Math.min(pause * 2, longestPause)) {
    await delay(Math.min(pause, Math.max(deadline - performance.now(), 0)))
  }
}
