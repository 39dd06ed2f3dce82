import { codeOf } from '../base/errors/benchpress-error.ts'
import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { selectProcessTree, readProcessTable } from './processes.ts'
import { readText } from './cgroup.ts'

/** An address to connect to: a TCP port, or the path of a Unix socket. */
export type Address = { readonly host: string; readonly port: number } | { readonly path: string }

const probeTimeout = 1000

/**
 * Whether something accepts connections at an address. A name with several addresses, such as `localhost`, is tried at each.
 *
 * An address that neither accepts nor refuses within a second counts as free.
 */
export async function isListening(address: Address): Promise<boolean> {
  const socket = connect({ ...address, autoSelectFamily: true })
  const connected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  const giveUp = new AbortController()
  try {
    return await Promise.race([connected, delay(probeTimeout, false, { signal: giveUp.signal })])
  } finally {
    giveUp.abort()
    socket.destroy()
  }
}

/** The address of a URL, with its default port filled in. */
export function addressOf(url: string): Address {
  const { hostname, port, protocol } = new URL(url)
  const defaultPort = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? defaultPort : Number(port) }
}

/** Describes an address: `port 8000`, `port 8000 of example.org`, or a path. */
export function describeAddress(address: Address): string {
  if ('path' in address) return address.path
  const isLocal = ['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'].includes(address.host)
  return `port ${address.port}${isLocal ? '' : ` of ${address.host}`}`
}

// The state of a listening socket, see proc_net_tcp(5).
const listening = '0A'

/**
 * Whether a process of the tree of `root` listens on a TCP port of this machine; `undefined` when that is unknown.
 *
 * A command may start processes that are not its children, such as a container, or a service that leaves its group. Linux only; reads /proc
 * synchronously, which takes longer the more connections the machine has.
 */
export function isPortOfTree(root: number, port: number): boolean | undefined {
  const sockets = listSockets(port)
  if (sockets === undefined) return undefined
  try {
    return selectProcessTree(readProcessTable(), root).some(({ pid, isAlive }) => isAlive && holdsAny(pid, sockets))
  } catch {
    // The sockets of another user's process cannot be read.
    return undefined
  }
}

/** The inodes of the sockets that listen on a port. */
function listSockets(port: number): ReadonlySet<string> | undefined {
  const tables = ['tcp', 'tcp6'].flatMap((name) => readText(`/proc/net/${name}`) ?? [])
  if (tables.length === 0) return undefined
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)))
  return new Set(rows.flatMap((fields) => (fields[3] === listening && fields[1]?.endsWith(ending) === true ? (fields[9] ?? []) : [])))
}

function holdsAny(pid: number, sockets: ReadonlySet<string>): boolean {
  return listDescriptors(pid).some((descriptor) => sockets.has(/^socket:\[(\d+)\]$/.exec(readDescriptor(pid, descriptor))?.[1] ?? ''))
}

function listDescriptors(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`)
  } catch (error) {
    // The process ended meanwhile.
    if (['ENOENT', 'ESRCH'].includes(codeOf(error) ?? '')) return []
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
