import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { readText } from './cgroup.ts'

// The unit of times in /proc is USER_HZ, which Linux keeps at 100 for programs on every architecture Node.js runs on.
const ticksPerSecond = 100

/** One line of Linux' process table, as of proc_pid_stat(5). */
interface ProcessStat {
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
  return parseProcessStat(readText(`/proc/${pid}/stat`) ?? '')
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
  // Members that ended, and that were not waited for, can still be signalled; only /proc tells them apart.
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

/** What a tree of processes has used. */
export interface ProcessTreeSample {
  /** User and system time so far, in seconds; take differences. */
  readonly cpuSeconds: number
  /** Resident memory now, in bytes. Pages that processes share are counted in each. */
  readonly rss: number
}

/** A process in the tree of others. */
type ProcessNode = Pick<ProcessStat, 'pid' | 'parent' | 'group'>

/**
 * Sums CPU time and memory of a process, of its descendants, and of the process group that it leads; `null` once none of them is left.
 *
 * On Linux from /proc in a millisecond or two, with the time of ended children that were waited for. Elsewhere by `ps` and pidusage,
 * which know no ended children: the sum then falls when one ends. A caller that takes differences uses {@link meterProcessTree}.
 */
export async function sampleProcessTree(pid: number): Promise<ProcessTreeSample | null> {
  return process.platform === 'linux' ? sampleByProc(pid) : await sampleByPidusage(pid)
}

/**
 * Watches the tree of a process and returns a function that samples it with a CPU time that never falls.
 *
 * Time that went away with a process whose parent did not wait for it is kept in the sum.
 */
export function meterProcessTree(pid: number): () => Promise<ProcessTreeSample | null> {
  let highest = 0
  let lost = 0
  return async () => {
    const sample = await sampleProcessTree(pid)
    if (sample === null) return null
    lost = Math.max(lost, highest - sample.cpuSeconds)
    highest = Math.max(highest, sample.cpuSeconds + lost)
    return { cpuSeconds: sample.cpuSeconds + lost, rss: sample.rss }
  }
}

/** The processes of a table that belong to the tree of `root`: itself, its descendants, the members of its group and theirs. */
export function selectProcessTree<Node extends ProcessNode>(table: readonly Node[], root: number): Node[] {
  const children = Map.groupBy(table, ({ parent }) => parent)
  const tree = new Set(table.filter(({ pid, group }) => pid === root || group === root))
  // A set is iterated in order of insertion, with what is added on the way.
  for (const { pid } of tree) {
    for (const child of children.get(pid) ?? []) tree.add(child)
  }
  return [...tree]
}

function sampleByProc(root: number): ProcessTreeSample | null {
  const tree = selectProcessTree(readProcessTable(), root)
  if (!tree.some(({ isAlive }) => isAlive)) return null
  return {
    cpuSeconds: tree.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    rss: tree.reduce((sum, { pid }) => sum + readRss(pid), 0),
  }
}

// /proc/<pid>/stat counts memory in pages, whose size Node.js does not tell; the status file says kilobytes.
function readRss(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) * 1024
}

async function sampleByPidusage(root: number): Promise<ProcessTreeSample | null> {
  const [{ default: pidusage }, table] = await Promise.all([import('pidusage'), listByPs()])
  const pids = selectProcessTree(table, root).map(({ pid }) => pid)
  try {
    const figures = Object.values(await pidusage(pids.length === 0 ? [root] : pids)).filter((figure) => figure !== null)
    return {
      cpuSeconds: figures.reduce((sum, { ctime }) => sum + ctime / 1000, 0),
      rss: figures.reduce((sum, { memory }) => sum + memory, 0),
    }
  } catch {
    return null
  }
}

async function listByPs(): Promise<ProcessNode[]> {
  const { execa } = await import('execa')
  const { stdout } = await execa('ps', ['-A', '-o', 'pid=,ppid=,pgid='], { reject: false })
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [pid, parent, group] = line.trim().split(/\s+/).map(Number)
    return pid === undefined || parent === undefined || group === undefined ? [] : [{ pid, parent, group }]
  })
}
