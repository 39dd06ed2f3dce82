import { readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { BlockList } from 'node:net'
import { endianness } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '../base/errors/benchpress-error.ts'
import type { Address } from '../load/wire/address.ts'
import type { TargetProcess } from '../result/summary/target-summary.ts'
import { readText } from './cgroup.ts'
import { listNumbered } from './processes.ts'

/** The most milliseconds that a search takes: a machine may have very many processes and open files. */
const longestSearch = 1000

// They open sockets for the services that they start, and respond to nothing themselves.
const openers: ReadonlySet<string> = new Set(['systemd', 'init'])

/**
 * Finds the processes that hold the listening socket of each address of this machine, with all that share it, such as the workers of a cluster.
 *
 * An address has none when its processes cannot be seen: those of another user, or of another namespace, such as of a container. `undefined` where the
 * system does not list its sockets; Linux does. Reads /proc synchronously, for a second at most.
 */
export function findListeners(addresses: readonly Address[], root = '/'): readonly (readonly TargetProcess[])[] | undefined {
  const tables = ['tcp', 'tcp6', 'unix'].map((name) => readText(`${root}proc/net/${name}`))
  if (tables.every((table) => table === undefined)) return undefined
  const [tcp = '', tcp6 = '', unix = ''] = tables
  const sockets = addresses.map((address) =>
    address.kind === 'unix' ? findUnixSocket(unix, address.path) : findTcpSockets({ 4: tcp, 6: tcp6 }, address),
  )
  const holders = findHolders(new Set(sockets.flatMap((inodes) => [...inodes])), root)
  return sockets.map((inodes) =>
    holders.filter(({ held }) => held.some((inode) => inodes.has(inode))).map(({ pid, name }) => ({ pid, name })),
  )
}

interface Holder extends TargetProcess {
  readonly held: readonly string[]
}

function findHolders(inodes: ReadonlySet<string>, root: string): readonly Holder[] {
  const holders: Holder[] = []
  const deadline = performance.now() + longestSearch
  for (const pid of inodes.size === 0 ? [] : listNumbered(`${root}proc`)) {
    const held: string[] = []
    for (const descriptor of listNumbered(`${root}proc/${pid}/fd`)) {
      if (performance.now() > deadline) return holders
      const [, inode = ''] = /^socket:\[(\d+)\]$/.exec(readLink(`${root}proc/${pid}/fd/${descriptor}`)) ?? []
      if (inodes.has(inode)) held.push(inode)
    }
    const holder = { pid, name: held.length === 0 ? '' : nameOf(pid, root), held }
    if (held.length > 0 && !openers.has(holder.name)) holders.push(holder)
  }
  return holders
}

/** The name of the program of a process, such as `node`; its number where the system hides it. */
export function nameOf(pid: number, root = '/'): string {
  const program = readLink(`${root}proc/${pid}/exe`)
  return (program === '' ? readText(`${root}proc/${pid}/comm`)?.trim() : basename(program).replace(/ \(deleted\)$/, '')) ?? `process ${pid}`
}

/** The numbers of the sockets that take connections to a TCP address, as proc_net_tcp(5) lists them: of those that would, the most specific ones. */
function findTcpSockets(
  tables: Readonly<Record<4 | 6, string>>,
  { host, port, family }: Extract<Address, { kind: 'tcp' }>,
): ReadonlySet<string> {
  const own = new BlockList()
  // A connection to an unspecified address goes to the loopback address.
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host.replace(/%.*$/, '')
  own.addAddress(address, family === 6 ? 'ipv6' : 'ipv4')
  const specificity = (text: string, of: 4 | 6): number => {
    if (own.check(text, of === 6 ? 'ipv6' : 'ipv4')) return 3
    return /^[0:.]+$/.test(text) && of >= family ? (of === family ? 2 : 1) : 0
  }
  const ending = port.toString(16).toUpperCase().padStart(4, '0')
  const row = new RegExp(String.raw`^ *\d+: ([0-9A-F]+):${ending} [0-9A-F:]+ 0A \S+ \S+ \S+ +\d+ +\d+ (\d+)`, 'gm')
  const rows = ([4, 6] as const).flatMap((of) =>
    Array.from(tables[of].matchAll(row), ([, hex = '', inode = '']) => ({ inode, rank: specificity(addressIn(hex), of) })),
  )
  const highest = Math.max(1, ...rows.map(({ rank }) => rank))
  return new Set(rows.flatMap(({ inode, rank }) => (rank === highest ? inode : [])))
}

/** Reads an address that the kernel has written as words of 32 bits, each in the byte order of the machine. */
function addressIn(hex: string): string {
  const bytes = hex.match(/.{8}/g)?.map((word) => Buffer.from(word, 'hex')) ?? []
  const inOrder = Buffer.concat(endianness() === 'LE' ? bytes.map((word) => word.toReversed()) : bytes)
  return inOrder.length === 4 ? inOrder.join('.') : (inOrder.toString('hex').match(/.{4}/g)?.join(':') ?? '')
}

/** The number of the socket that was bound to a path last. A server may have bound a path relative to its folder. */
function findUnixSocket(table: string, path: string): ReadonlySet<string> {
  const paths = [resolve(path), realPath(path)]
  const rows = table.matchAll(/^\S+ \S+ \S+ 0001\d{4} \S+ \S+ +(\d+) (.+)$/gm)
  const inodes = Array.from(rows).flatMap(([, inode = '', bound = '']) =>
    paths.some((known) => known === bound || (!bound.startsWith('/') && known.endsWith(join('/', bound)))) ? Number(inode) : [],
  )
  return new Set(inodes.length === 0 ? [] : [String(Math.max(...inodes))])
}

function realPath(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path))
  } catch {
    return path
  }
}

/** Whether the system hides which files a process has open, because it is of another user. */
export function hidesDescriptors(pid: number): boolean {
  try {
    readdirSync(`/proc/${pid}/fd`)
    return false
  } catch (error) {
    return codeOf(error) === 'EACCES'
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
