import { basename } from 'node:path'
import type { Address } from '../load/wire/address.ts'
import type { TargetProcess } from '../result/summary/target-summary.ts'
import { findListeners, hidesDescriptors, nameOf } from '../target/listeners.ts'
import { readProcessTable, selectProcessTree } from '../target/processes.ts'
import type { RunningTarget } from '../target/target.ts'
import { isOwnAddress } from './reach-target.ts'

/** The processes whose CPU and memory are those of the target and of the generator. */
export interface WatchedProcesses {
  /** Roots of the target's process trees; empty when they are not visible, and when the target is in this process. */
  readonly target: readonly TargetProcess[]
  /** Whether the target is in this process, whose CPU is then that of both. */
  readonly isOwn: boolean
  /** Whether child processes of this process count as its own, because the target is a server in it that has further processes. */
  readonly hasOwnChildren: boolean
}

/** A test without processes to watch besides the generator. */
export const nothingWatched: WatchedProcesses = { target: [], isOwn: false, hasOwnChildren: false }

type Started = Pick<RunningTarget, 'kind' | 'pid' | 'command'>

/**
 * Finds the processes of a target, once it responds: those that listen where it does on this machine, or the tree of its command.
 *
 * A command that only had others start the target, such as a container, is not the target: its CPU is meaningless. On Linux only; elsewhere the tree of a
 * command counts as the target, and the process behind a URL is unknown.
 */
export function findWatchedProcesses(started: Started, addresses: readonly Address[]): WatchedProcesses {
  const listeners = findListeners(addresses.filter((address) => isOwnAddress(address)))
  if (isInThisProcess(started, listeners)) return { target: [], isOwn: true, hasOwnChildren: hasChildren(process.pid) }
  return { target: findTarget(started, listeners), isOwn: false, hasOwnChildren: false }
}

type Listeners = ReturnType<typeof findListeners>

function isInThisProcess({ kind }: Started, listeners: Listeners = []): boolean {
  if (listeners.flat().some(({ pid }) => pid === process.pid)) return true
  return kind === 'server' && (listeners.length === 0 || listeners.some(({ length }) => length === 0))
}

function findTarget({ pid, command }: Started, listeners: Listeners): readonly TargetProcess[] {
  if (pid === null) return findRoots(listeners ?? [])
  const root = { pid, name: listeners === undefined ? basename(command?.[0] ?? '') : nameOf(pid) }
  if (listeners === undefined) return [root]
  const tree = new Set(selectProcessTree(readProcessTable(), pid).map((member) => member.pid))
  const isOfTree = (of: readonly TargetProcess[]): boolean =>
    of.length === 0 ? [...tree].some(hidesDescriptors) : of.some((listener) => tree.has(listener.pid))
  const elsewhere = listeners.filter((of) => !isOfTree(of))
  if (elsewhere.length === 0) return [root]
  const others = findRoots(elsewhere)
  return others.length === 0 || elsewhere.length === listeners.length ? others : [root, ...others]
}

/** The processes of which no other is an ancestor; none when those of one address are unknown. */
function findRoots(listeners: readonly (readonly TargetProcess[])[]): readonly TargetProcess[] {
  if (listeners.some(({ length }) => length === 0)) return []
  const all = [...new Map(listeners.flat().map((listener) => [listener.pid, listener])).values()]
  const table = all.length < 2 ? [] : readProcessTable()
  const isBelow = ({ pid }: TargetProcess, other: TargetProcess): boolean =>
    other.pid !== pid && selectProcessTree(table, other.pid).some((member) => member.pid === pid)
  return all.filter((listener) => !all.some((other) => isBelow(listener, other)))
}

// Checked once, because reading all processes of the machine each second would hold up a server in this process.
function hasChildren(pid: number): boolean {
  return readProcessTable().some(({ parent, isAlive }) => isAlive && parent === pid)
}
