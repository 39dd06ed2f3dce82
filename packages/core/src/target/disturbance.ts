import { cpus } from 'node:os'
import type { Disturbance, Pressure } from '../result/summary/machine-second.ts'
import { readMachineCounters, type MachineCounters, type PressureTotals } from './machine-counters.ts'

/** Says what the machine did between two readings; `null` where it does not tell. */
export function disturbanceBetween(before: MachineCounters, after: MachineCounters, cpuCount: number = cpus().length): Disturbance {
  const elapsed = after.at - before.at
  const stolen = shareStolen(before, after)
  const suspended = secondsSuspended(before, after)
  return {
    stolenCpu: stolen === null ? null : stolen * cpuCount,
    stolen,
    throttled: shareThrottled(before, after),
    pressure: pressureBetween(before.pressure, after.pressure, elapsed),
    groupPressure: pressureBetween(before.groupPressure, after.groupPressure, elapsed),
    involuntarySwitches: atLeastNothing(difference(before.involuntarySwitches, after.involuntarySwitches)),
    // While a machine is suspended, its wall clock goes on: that is no jump.
    clockJump: (after.wall - before.wall) / 1000 - elapsed / 1e6 - suspended,
    suspended,
  }
}

/** Begins to watch the machine; the function that it returns says what the machine did since. */
export function watchMachine(): () => Disturbance {
  const before = readMachineCounters()
  return () => disturbanceBetween(before, readMachineCounters())
}

function shareStolen({ cpu: before }: MachineCounters, { cpu: after }: MachineCounters): number | null {
  if (before === null || after === null || after.total <= before.total) return null
  return Math.max(0, after.stolen - before.stolen) / (after.total - before.total)
}

// The group that was held up most: each of them holds up all that is inside.
function shareThrottled({ throttling: before }: MachineCounters, { throttling: after }: MachineCounters): number | null {
  const shares = after.map(({ periods, throttled }, index) => {
    const all = periods - (before[index]?.periods ?? periods)
    return all <= 0 ? 0 : Math.min(1, Math.max(0, throttled - (before[index]?.throttled ?? throttled)) / all)
  })
  return shares.length === 0 ? null : Math.max(...shares)
}

// The time since boot has hundredths of a second, and on some systems whole ones: what is less than a second is none.
function secondsSuspended(before: MachineCounters, after: MachineCounters): number {
  const missing = after.sinceBoot - before.sinceBoot - (after.at - before.at) / 1e6
  return missing > 1 ? missing : 0
}

function pressureBetween(before: PressureTotals, after: PressureTotals, elapsed: number): Pressure {
  const share = (kind: keyof Pressure): number | null => {
    const waited = difference(before[kind], after[kind])
    return waited === null || elapsed <= 0 ? null : Math.min(1, Math.max(0, waited / elapsed))
  }
  return { cpu: share('cpu'), memory: share('memory'), io: share('io') }
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before
}

// The count of a thread that has ended is gone.
function atLeastNothing(count: number | null): number | null {
  return count === null ? null : Math.max(0, count)
}
