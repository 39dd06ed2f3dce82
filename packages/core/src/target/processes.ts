import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { numberIn, readText } from './cgroup.ts'

/** The unit of times in /proc is USER_HZ, which Linux keeps at 100 for programs on every architecture Node.js runs on. */
export const ticksPerSecond = 100

/** One line of Linux' process table, see proc_pid_stat(5). */
interface ProcessStat {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** False for a zombie, which only keeps its exit status. */
  readonly isAlive: boolean
  /** User and system time in seconds, including ended children that the process has waited for. */
  readonly cpuSeconds: number
  /** Start in ticks after the boot of the machine; together with `pid` it identifies a process. */
  readonly startTime: string
}

/**
 * Reads the figures of one process; `undefined` if there is no such process or the system has no /proc.
 *
 * Reads synchronously, because the kernel returns the file from memory in some 10 µs, less than a trip through the thread pool.
 */
export function readProcessStat(pid: number): ProcessStat | undefined {
  return parseProcessStat(readText(`/proc/${pid}/stat`) ?? '')
}

/** Reads the figures of every visible process; empty where there is no /proc. */
export function readProcessTable(): ProcessStat[] {
  return listNumbered('/proc').flatMap((pid) => readProcessStat(pid) ?? [])
}

/** The names of the entries of a folder that are numbers, such as those of processes; empty for a folder that cannot be read. */
export function listNumbered(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** Parses a line of /proc/<pid>/stat; `undefined` for any other text. */
export function parseProcessStat(line: string): ProcessStat | undefined {
  // The name is in parentheses, and may itself contain spaces and parentheses, so the fields begin after the last parenthesis.
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

const firstPause = 5
const longestPause = 100

/** Whether a process group has a member that still runs. */
export function isGroupAlive(group: number): boolean {
  // Ended members that were not waited for can still be signalled; only /proc distinguishes them.
  return signalGroup(group, 0) && (process.platform !== 'linux' || readProcessTable().some((stat) => stat.group === group && stat.isAlive))
}

/** Sends a signal to every member of a process group at once; `false` when the group is gone. */
export function signalGroup(group: number, signal: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(process.platform === 'win32' ? group : -group, signal)
  } catch {
    return false
  }
}

/** Waits until no member of a process group runs, for at most `timeout` milliseconds. */
export async function awaitGroupEnd(group: number, timeout: number): Promise<void> {
  const deadline = performance.now() + timeout
  for (let pause = firstPause; isGroupAlive(group) && performance.now() < deadline; pause = Math.min(pause * 2, longestPause)) {
    await delay(Math.min(pause, Math.max(deadline - performance.now(), 0)))
  }
}

/** CPU time and memory of a tree of processes. */
export interface ProcessTreeSample {
  /** Total user and system time so far, in seconds. */
  readonly cpuSeconds: number
  /** Resident memory now, in bytes. Shared pages are counted for each process. */
  readonly rss: number
}

type ProcessNode = Pick<ProcessStat, 'pid' | 'parent' | 'group'>

/**
 * Sums CPU time and memory of processes, of their descendants, and of the process groups that they lead; `null` when none of them is left.
 *
 * On Linux from /proc in a millisecond or two, with the time of ended children that were waited for. Elsewhere by `ps` and pidusage, without ended
 * children: the sum falls when a process ends. Use {@link meterProcessTree} for differences.
 */
export async function sampleProcessTree(...roots: readonly number[]): Promise<ProcessTreeSample | null> {
  return process.platform === 'linux' ? sampleByProc(roots) : await sampleByPidusage(roots)
}

/**
 * Watches the trees of processes and returns a function that samples it with a CPU time that never falls.
 *
 * The time of an ended process whose parent did not wait for it is kept in the sum.
 */
export function meterProcessTree(...roots: readonly number[]): () => Promise<ProcessTreeSample | null> {
  let highest = 0
  let lost = 0
  return async () => {
    const sample = await sampleProcessTree(...roots)
    if (sample === null) return null
    lost = Math.max(lost, highest - sample.cpuSeconds)
    highest = Math.max(highest, sample.cpuSeconds + lost)
    return { cpuSeconds: sample.cpuSeconds + lost, rss: sample.rss }
  }
}

/**
 * Selects the processes that belong to the trees of `roots`: the roots, their descendants, the members of their groups and their descendants.
 *
 * This process and its descendants belong only to trees whose roots they are: a target may have started it.
 */
export function selectProcessTree<Node extends ProcessNode>(table: readonly Node[], ...roots: readonly number[]): Node[] {
  const others = table.filter(({ pid }) => pid !== process.pid || roots.includes(pid))
  const children = Map.groupBy(others, ({ parent }) => parent)
  const tree = new Set(others.filter(({ pid, group }) => roots.includes(pid) || roots.includes(group)))
  // Iterating a set includes the members that are added meanwhile.
  for (const { pid } of tree) {
    for (const child of children.get(pid) ?? []) tree.add(child)
  }
  return [...tree]
}

function sampleByProc(roots: readonly number[]): ProcessTreeSample | null {
  const tree = selectProcessTree(readProcessTable(), ...roots)
  if (!tree.some(({ isAlive }) => isAlive)) return null
  return {
    cpuSeconds: tree.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    rss: tree.reduce((sum, { pid }) => sum + readRss(pid), 0),
  }
}

// /proc/<pid>/stat counts memory in pages, whose size is unknown in Node.js; the status file has kilobytes.
function readRss(pid: number): number {
  return (numberIn(readText(`/proc/${pid}/status`), /^VmRSS:\s+(\d+)/m) ?? 0) * 1024
}

async function sampleByPidusage(roots: readonly number[]): Promise<ProcessTreeSample | null> {
  const [{ default: pidusage }, table] = await Promise.all([import('pidusage'), listByPs()])
  const pids = selectProcessTree(table, ...roots).map(({ pid }) => pid)
  try {
    const figures = Object.values(await pidusage(pids.length === 0 ? [...roots] : pids)).filter((figure) => figure !== null)
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
