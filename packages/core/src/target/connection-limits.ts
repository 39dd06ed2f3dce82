import { readdirSync } from 'node:fs'
import { numberIn, readText } from './cgroup.ts'

/** The limits of connections that this process can open; `null` where the system does not report them. */
export interface MachineLimits {
  /** The number of files that this process may have open, sockets included. Node.js raises its own limit to the hard one when it starts. */
  readonly openFiles: number | null
  /** The number of files that this process has open now. */
  readonly openFilesUsed: number | null
  /** The range of local ports of outgoing connections, both ends included. */
  readonly portRange: readonly [first: number, last: number] | null
  /** The number of ports in `portRange`, which is the number of connections that can be open to one address and port. */
  readonly ephemeralPorts: number | null
}

/** Reads the limits of this process and of the machine. Linux only; everything is `null` elsewhere. */
export function readMachineLimits(): MachineLimits {
  const ports = readText('/proc/sys/net/ipv4/ip_local_port_range')
  const [first, last] = [numberIn(ports, /^(\d+)/), numberIn(ports, /(\d+)\s*$/)]
  const portRange = first === null || last === null ? null : ([first, last] as const)
  return {
    openFiles: parseOpenFiles(readText('/proc/self/limits')),
    openFilesUsed: countOpenFiles(),
    portRange,
    ephemeralPorts: portRange === null ? null : portRange[1] - portRange[0] + 1,
  }
}

/** Reads the soft limit of open files from the text of /proc/<pid>/limits; `Infinity` for `unlimited`. */
export function parseOpenFiles(text: string | undefined): number | null {
  return numberIn(text?.replaceAll('unlimited', 'Infinity'), /^Max open files\s+(\S+)/m)
}

function countOpenFiles(): number | null {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return null
  }
}

/** A limit that a test would exceed. */
export interface LimitIssue {
  /** The needed and the available number. */
  readonly message: string
  /** What to do about it. */
  readonly hint: string
}

/** The number of connections that a test has open at a time. */
export interface NeededConnections {
  /** Connections to all servers together. */
  readonly total: number
  /** Connections to one address and port, over TCP. */
  readonly toOneServer: number
}

// Files for other uses: threads, pipes to a started target, result files and modules that are loaded lazily.
const reservedFiles = 64

/** The number of connections that a machine allows to a number of servers, with all local ports for each server; `Infinity` when no limit is known. */
export function possibleConnections(
  { openFiles, openFilesUsed, ephemeralPorts }: Pick<MachineLimits, 'openFiles' | 'openFilesUsed' | 'ephemeralPorts'>,
  servers: number = 1,
): number {
  const byFiles = Math.max(0, (openFiles ?? Infinity) - (openFilesUsed ?? 0) - reservedFiles)
  return Math.min(byFiles, (ephemeralPorts ?? Infinity) * servers)
}

/** Compares the connections that a test opens at once with what the system allows; empty when they fit, or no limit is known. */
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
  // A local port serves one connection to each address and port, so each server has all local ports.
  if (ephemeralPorts !== null && portRange !== null && toOneServer > ephemeralPorts) {
    issues.push({
      message: `${toOneServer} connections to one address need as many local ports, and this machine has ${ephemeralPorts} (${portRange.join('-')})`,
      hint: 'widen the range with sysctl -w net.ipv4.ip_local_port_range="1024 65535", or use fewer connections',
    })
  }
  return issues
}

function roundUp(files: number): number {
  return 2 ** Math.ceil(Math.log2(files))
}
