import { readFileSync } from 'node:fs'
import { readProcessTable } from './processes.ts'

/** What a tree of processes has used. */
export interface ProcessTreeSample {
  /** User and system time so far, in seconds; take differences. */
  readonly cpuSeconds: number
  /** Resident memory now, in bytes. Pages that processes share are counted in each. */
  readonly rss: number
}

/** A process in the tree of others. */
interface ProcessNode {
  readonly pid: number
  readonly parent: number
  readonly group: number
}

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
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
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
