import type { MachineLimits } from './machine-limits.ts'

/** A limit that a test would run into. */
export interface LimitIssue {
  /** What is needed and what there is. */
  readonly message: string
  /** What to do about it. */
  readonly hint: string
}

// Threads, pipes to a started target, result files and modules that are loaded lazily.
const reservedFiles = 64

/**
 * Compares the connections that a test opens at once with what the system allows; empty when they fit, or nothing is known.
 *
 * @param over `unix` when the connections go to a Unix socket, which needs no ports
 */
export function checkConnectionLimits(connections: number, limits: MachineLimits, over: 'tcp' | 'unix' = 'tcp'): LimitIssue[] {
  const issues: LimitIssue[] = []
  const files = connections + (limits.openFilesUsed ?? 0) + reservedFiles
  if (limits.openFiles !== null && files > limits.openFiles) {
    issues.push({
      message: `${connections} connections need ${files} open files, and this process may have ${limits.openFiles}`,
      hint: `raise it with ulimit -n ${roundUp(files)}, or use fewer connections`,
    })
  }
  const { ephemeralPorts, portRange } = limits
  if (over === 'tcp' && ephemeralPorts !== null && portRange !== null && connections > ephemeralPorts) {
    issues.push({
      message: `${connections} connections to one address need as many local ports, and this machine has ${ephemeralPorts} (${portRange.join('-')})`,
      hint: 'widen the range with sysctl -w net.ipv4.ip_local_port_range="1024 65535", or use fewer connections',
    })
  }
  return issues
}

function roundUp(files: number): number {
  return 2 ** Math.ceil(Math.log2(files))
}
