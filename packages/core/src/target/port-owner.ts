import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { readProcessTable } from './process-stat.ts'
import { selectProcessTree } from './process-tree.ts'

// The state of a socket that listens, as of proc_net_tcp(5).
const listening = '0A'

/**
 * Whether a process of the tree of `root` listens on a TCP port of this machine; `undefined` where that cannot be told.
 *
 * A command may start what it is not the parent of, such as a container, or a service that leaves its group. Linux only; reads /proc
 * synchronously, which takes longer the more connections the machine has.
 */
export function isPortOfTree(root: number, port: number): boolean | undefined {
  const sockets = listSockets(port)
  if (sockets === undefined) return undefined
  try {
    return selectProcessTree(readProcessTable(), root).some(({ pid, isAlive }) => isAlive && holdsAny(pid, sockets))
  } catch {
    // What a process of another user holds cannot be seen.
    return undefined
  }
}

/** The inodes of the sockets that listen on a port. */
function listSockets(port: number): ReadonlySet<string> | undefined {
  const tables = ['tcp', 'tcp6'].flatMap((name) => readTable(name) ?? [])
  if (tables.length === 0) return undefined
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)))
  return new Set(rows.flatMap((fields) => (fields[3] === listening && fields[1]?.endsWith(ending) === true ? (fields[9] ?? []) : [])))
}

function readTable(name: string): string | undefined {
  try {
    return readFileSync(`/proc/net/${name}`, 'latin1')
  } catch {
    return undefined
  }
}

function holdsAny(pid: number, sockets: ReadonlySet<string>): boolean {
  return listDescriptors(pid).some((descriptor) => {
    const inode = /^socket:\[(\d+)\]$/.exec(readDescriptor(pid, descriptor))?.[1]
    return inode !== undefined && sockets.has(inode)
  })
}

function listDescriptors(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`)
  } catch (error) {
    // It ended meanwhile.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return []
    throw error
  }
}

function readDescriptor(pid: number, descriptor: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`)
  } catch {
    return ''
  }
}
