import { readdirSync } from 'node:fs'
import { readText } from './cgroup.ts'

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

/** A limit that a test would run into. */
export interface LimitIssue {
  /** What is needed and what there is. */
  readonly message: string
  /** What to do about it. */
  readonly hint: string
}

/** Connections that a test has open at a time. */
export interface NeededConnections {
  /** To all servers together. */
  readonly total: number
  /** To one address and port, over TCP. */
  readonly toOneServer: number
}

// Threads, pipes to a started target, result files and modules that are loaded lazily.
const reservedFiles = 64

/** How many connections a machine allows to a number of servers, each of which has all its local ports; `Infinity` where no limit is known. */
export function possibleConnections(
  { openFiles, openFilesUsed, ephemeralPorts }: Pick<MachineLimits, 'openFiles' | 'openFilesUsed' | 'ephemeralPorts'>,
  servers: number = 1,
): number {
  const byFiles = Math.max(0, (openFiles ?? Infinity) - (openFilesUsed ?? 0) - reservedFiles)
  return Math.min(byFiles, (ephemeralPorts ?? Infinity) * servers)
}

/** Compares the connections that a test opens at once with what the system allows; empty when they fit, or nothing is known. */
export function checkConnectionLimits({ total, toOneServer }: NeededConnections, limits: MachineLimits): LimitIssue[] {
  const issues: LimitIssue[] = []
  const files = total + (limits.openFilesUsed ?? 0) + reservedFiles
  if (limits.openFiles !== null && files > limits.openFiles) {
    issues.push({
      message: `${total} ${total === 1 ? 'connection needs' : 'connections need'} ${files} open files, and this process may have ${limits.openFiles}`,
      hint: `raise it with ulimit -n ${roundUp(files)}, or use fewer connections`,
    })
  }
  const { ephemeralPorts, portRange } = limits
  // A port serves one connection to each address and port, so that several servers have as many times the ports.
  if (ephemeralPorts !== null && portRange !== null && toOneServer > ephemeralPorts) {
    issues.push({
      message: `${toOneServer} connections to one address need as many local ports, and this machine has ${ephemeralPorts} (${portRange.join('-')})`,
      hint: 'widen the range with sysctl -w net.ipv4.ip_local_port_range="1024 65535", or use fewer connections',
    })
  }
  return issues
}

/**
 * Says what a test runs into if its users open all the connections they may; `undefined` where that fits.
 *
 * A user opens a second connection only for a request that runs beside another, so that it is said and refuses nothing.
 */
export function describePossibleLimit(most: NeededConnections, limits: MachineLimits): string | undefined {
  const [first] = checkConnectionLimits(most, limits)
  return first === undefined ? undefined : `if every user has as many requests at a time as it may: ${first.message}; ${first.hint}`
}

function roundUp(files: number): number {
  return 2 ** Math.ceil(Math.log2(files))
}
