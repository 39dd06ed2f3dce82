import type { Disturbance, Environment } from '@benchpress/core'
import { possibleConnections, type MachineLimits } from '@benchpress/core/machine'
import { toolLine } from '../format/machine-line.ts'
import { formatBytes, formatNumber } from '../format/number.ts'
import { examineDisturbance, type Finding } from './examine-disturbance.ts'

/** The facts that were read from the machine. */
export interface MachineFacts {
  readonly environment: Environment
  readonly limits: MachineLimits
  /** The disturbance of the machine while it was watched. */
  readonly disturbance: Disturbance
}

// The documented tests of the presets use up to this many connections.
const usualConnections = 2000
const smallMemory = 512e6

/** Reports the limits of a machine and what would disturb a test on it; the last finding is the number of possible connections. */
export function examineMachine({ environment, limits, disturbance }: MachineFacts): readonly Finding[] {
  return [
    { level: 'ok', text: toolLine(environment) },
    examineCpus(environment),
    examineLoad(environment),
    examineMemory(environment),
    examineDisturbance(disturbance),
    examineOpenFiles(limits),
    examinePorts(limits),
    concludeConnections(limits),
  ]
}

function examineCpus({ cpu }: Environment): Finding {
  const text = `CPUs: ${formatNumber(cpu.usable)} of ${cpu.count} usable (${cpu.model})`
  if (cpu.usable < 2) {
    return { level: 'warn', text, advice: 'A target on this machine would share a CPU with the generator: test from another machine.' }
  }
  return cpu.usable < cpu.count ? { level: 'ok', text: `${text}; a quota or an affinity withholds the others` } : { level: 'ok', text }
}

function examineLoad({ loadAverage, cpu }: Environment): Finding {
  const [minute] = loadAverage
  const text = `load average: ${formatNumber(minute)} over the last minute`
  return examine(text, minute <= cpu.usable / 2, 'Other programs are busy: stop them, or the figures will be theirs too.')
}

function examineMemory({ memory }: Environment): Finding {
  const limit = memory.limit === null ? '' : `, limited to ${formatBytes(memory.limit)}`
  const text = `memory: ${formatBytes(memory.free)} free of ${formatBytes(memory.total)}${limit}`
  const usable = Math.min(memory.free, memory.limit ?? Infinity)
  return examine(text, usable >= smallMemory, 'Close other programs: a machine that swaps measures its disk.')
}

function examineOpenFiles({ openFiles, openFilesUsed }: MachineLimits): Finding {
  if (openFiles === null) return { level: 'ok', text: 'open files: the limit is not known on this system' }
  const text = `open files: ${sayLimit(openFiles)} allowed, ${formatNumber(openFilesUsed ?? 0)} in use`
  const possible = possibleConnections({ openFiles, openFilesUsed, ephemeralPorts: null })
  return examine(text, possible >= usualConnections, 'Raise the limit: ulimit -n 65536.', possible < 1)
}

function examinePorts({ ephemeralPorts, portRange }: MachineLimits): Finding {
  if (ephemeralPorts === null || portRange === null) return { level: 'ok', text: 'local ports: the range is not known on this system' }
  const text = `local ports: ${formatNumber(ephemeralPorts)} (${portRange.join('-')})`
  return examine(
    text,
    ephemeralPorts >= usualConnections,
    'Widen the range: sysctl -w net.ipv4.ip_local_port_range="1024 65535".',
    ephemeralPorts < 1,
  )
}

function concludeConnections(limits: MachineLimits): Finding {
  const possible = possibleConnections(limits)
  if (possible < 1) return { level: 'fail', text: 'connections: none possible' }
  return {
    level: 'ok',
    text: possible === Infinity ? 'connections: no limit is known' : `connections: up to ${formatNumber(possible)} to one address`,
  }
}

function examine(text: string, isFine: boolean, advice: string, isInTheWay: boolean = false): Finding {
  return isFine ? { level: 'ok', text } : { level: isInTheWay ? 'fail' : 'warn', text, advice }
}

function sayLimit(limit: number): string {
  return limit === Infinity ? 'any number' : formatNumber(limit)
}
