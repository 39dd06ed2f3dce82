import { isPortOfTree } from '../target/ports.ts'
import { readProcessTable } from '../target/processes.ts'
import type { RunningTarget } from '../target/target.ts'
import type { Address } from '../load/wire/address.ts'
import { isOwnAddress } from './reach-target.ts'

/** Whose CPU and memory are the target's, and whose are the generator's. */
export interface WatchedProcesses {
  /** Root of the target's process tree; `null` when it cannot be seen. */
  readonly targetPid: number | null
  /** Whether what this process started counts as its own: the target is a server in it that works with further processes. */
  readonly hasOwnChildren: boolean
}

/**
 * Finds the processes of a target, once it answers. A command that only had others start it, such as a container, is not what answers: its
 * CPU says nothing, and the target's cannot be seen.
 *
 * On Linux alone; elsewhere the tree of a command is the target's, and this process is all there is of a server in it.
 */
export function findWatchedProcesses({ kind, pid }: Pick<RunningTarget, 'kind' | 'pid'>, addresses: readonly Address[]): WatchedProcesses {
  const ports = addresses.flatMap((address) => (address.kind === 'tcp' && isOwnAddress(address) ? [address.port] : []))
  const isElsewhere = pid !== null && ports.some((port) => isPortOfTree(pid, port) === false)
  return { targetPid: isElsewhere ? null : pid, hasOwnChildren: kind === 'server' && hasChildren(process.pid) }
}

// Asked once: to go through all processes of the machine each second would hold up a server in this one.
function hasChildren(pid: number): boolean {
  return readProcessTable().some(({ parent, isAlive }) => isAlive && parent === pid)
}
