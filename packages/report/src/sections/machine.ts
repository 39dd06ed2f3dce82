import type { Disturbance, Environment } from '@benchpress/core'
import { possibleConnections, type MachineLimits } from '@benchpress/core/machines'
import { formatBytes, formatNumber, formatSeconds, formatShare, isDisturbed } from '@benchpress/core/report'
import { toolLine } from '../format/machine-line.ts'

/** The facts that were read from the machine. */
export interface ExaminedMachine {
  readonly environment: Environment
  readonly limits: MachineLimits
  /** The disturbance of the machine while it was watched. */
  readonly disturbance: Disturbance
}

/** The outcome of one check: `ok`, `warn` for something that can disturb a test, `fail` for something that makes tests impossible. */
export interface MachineFinding {
  readonly level: 'ok' | 'warn' | 'fail'
  readonly text: string
  /** What to do about it, as a sentence. */
  readonly advice?: string
}

/** Seconds for which a machine is watched. */
export const watchedSeconds = 2

// The documented tests of the presets use up to this many connections.
const usualConnections = 2000
const smallMemory = 512e6

// No test runs while the machine is watched, so that only other programs can wait. An idle system stays below this share.
const busyShare = 0.1

/** Reports the limits of a machine and what would disturb a test on it; the last finding is the number of possible connections. */
export function examineMachine({ environment, limits, disturbance }: ExaminedMachine): readonly MachineFinding[] {
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

function examineCpus({ cpu }: Environment): MachineFinding {
  const text = `CPUs: ${formatNumber(cpu.usable)} of ${cpu.count} usable (${cpu.model})`
  const advice = 'A target on this machine would share a CPU with the generator: test from another machine.'
  const isWithheld = cpu.usable >= 2 && cpu.usable < cpu.count
  return examine(`${text}${isWithheld ? '; a quota or an affinity withholds the others' : ''}`, cpu.usable >= 2, advice)
}

function examineLoad({ loadAverage, cpu }: Environment): MachineFinding {
  const [minute] = loadAverage
  const text = `load average: ${formatNumber(minute)} over the last minute`
  return examine(
    text,
    minute <= cpu.usable / 2,
    'Other programs are busy, or wait for a disk: stop them, or the figures will be theirs too.',
  )
}

function examineMemory({ memory }: Environment): MachineFinding {
  const limit = memory.limit === null ? '' : `, limited to ${formatBytes(memory.limit)}`
  const text = `memory: ${formatBytes(memory.free)} free of ${formatBytes(memory.total)}${limit}`
  const usable = Math.min(memory.free, memory.limit ?? Infinity)
  return examine(text, usable >= smallMemory, 'Close other programs: a machine that swaps measures its disk.')
}

function examineOpenFiles({ openFiles, openFilesUsed }: MachineLimits): MachineFinding {
  if (openFiles === null) return { level: 'ok', text: 'open files: the limit is not known on this system' }
  const allowed = openFiles === Infinity ? 'any number' : formatNumber(openFiles)
  const text = `open files: ${allowed} allowed, ${formatNumber(openFilesUsed ?? 0)} in use`
  const possible = possibleConnections({ openFiles, openFilesUsed, ephemeralPorts: null })
  return examine(text, possible >= usualConnections, 'Raise the limit: ulimit -n 65536.', possible < 1)
}

function examinePorts({ ephemeralPorts, portRange }: MachineLimits): MachineFinding {
  if (ephemeralPorts === null || portRange === null) return { level: 'ok', text: 'local ports: the range is not known on this system' }
  const text = `local ports: ${formatNumber(ephemeralPorts)} (${portRange.join('-')})`
  const advice = 'Widen the range: sysctl -w net.ipv4.ip_local_port_range="1024 65535".'
  return examine(text, ephemeralPorts >= usualConnections, advice, ephemeralPorts < 1)
}

function concludeConnections(limits: MachineLimits): MachineFinding {
  const possible = possibleConnections(limits)
  if (possible < 1) return { level: 'fail', text: 'connections: none possible' }
  const most = possible === Infinity ? 'no limit is known' : `up to ${formatNumber(possible)} to one address`
  return { level: 'ok', text: `connections: ${most}` }
}

function examine(text: string, isFine: boolean, advice: string, isInTheWay: boolean = false): MachineFinding {
  return isFine ? { level: 'ok', text } : { level: isInTheWay ? 'fail' : 'warn', text, advice }
}

/** Reports how a machine disturbed its programs while it was watched; figures that the system does not give are left out. */
function examineDisturbance(disturbance: Disturbance): MachineFinding {
  const { stolen, throttled, pressure, suspended } = disturbance
  const parts = [
    ...(stolen === null ? [] : [`${formatShare(stolen)} of the CPU time taken by a hypervisor`]),
    ...(throttled === null ? [] : [`held back by a CPU quota in ${formatShare(throttled)} of its periods`]),
    ...(pressure.cpu === null ? [] : [`waited for a CPU ${formatShare(pressure.cpu)} of the time`]),
    ...(pressure.memory === null ? [] : [`waited for memory ${formatShare(pressure.memory)}`]),
    ...(pressure.io === null ? [] : [`waited for a disk ${formatShare(pressure.io)}`]),
    ...(suspended > 0 ? [`suspended for ${formatSeconds(Math.round(suspended))}`] : []),
  ]
  const text = `over ${watchedSeconds} s: ${parts.length === 0 ? 'this system does not tell what disturbs it' : parts.join(', ')}`
  const shared = 'Something takes from this machine what a test needs: test on one that is not shared, or not limited.'
  const busy = 'Other programs use the CPUs that a test needs: wait until they are done, or end them.'
  return isDisturbed(disturbance) ? examine(text, false, shared) : examine(text, (pressure.cpu ?? 0) <= busyShare, busy)
}
