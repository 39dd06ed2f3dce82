import { readdirSync, readFileSync } from 'node:fs'

/** What limits how many connections this process can open; `null` where the system does not tell. */
export interface MachineLimits {
  /** Files that this process may have open, sockets included. Node.js raises its own limit to the hard one when it starts. */
  readonly openFiles: number | null
  /** Files that it has open now. */
  readonly openFilesUsed: number | null
  /** First and last of the ports that outgoing connections get, both included. */
  readonly portRange: readonly [first: number, last: number] | null
  /** Ports in that range: as many connections can be open to one address and port. */
  readonly ephemeralPorts: number | null
}

/** Reads the limits of this process and of the machine. Linux only; elsewhere everything is `null`. */
export function readMachineLimits(): MachineLimits {
  const portRange = parsePortRange(readText('/proc/sys/net/ipv4/ip_local_port_range'))
  return {
    openFiles: parseOpenFiles(readText('/proc/self/limits')),
    openFilesUsed: countOpenFiles(),
    portRange,
    ephemeralPorts: portRange === null ? null : portRange[1] - portRange[0] + 1,
  }
}

/** Reads the soft limit of open files from the text of /proc/<pid>/limits; `Infinity` for `unlimited`. */
export function parseOpenFiles(text: string | undefined): number | null {
  const value = /^Max open files\s+(\S+)/m.exec(text ?? '')?.[1]
  if (value === 'unlimited') return Infinity
  return value === undefined ? null : Number(value)
}

function parsePortRange(text: string | undefined): [number, number] | null {
  const [, first, last] = /^(\d+)\s+(\d+)/.exec(text ?? '') ?? []
  return first === undefined || last === undefined ? null : [Number(first), Number(last)]
}

function countOpenFiles(): number | null {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return null
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
