import type { TestPlan, TestResult } from '@benchpress/core'
import { neededMachines, plannedUtilization, type MachineLimits } from '@benchpress/core/machine'
import { formatShare } from '@benchpress/core/report'
import { formatNumber, plural } from '../format/number.ts'
import { formatTime } from '../format/time.ts'

/** Says how many machines a test needs, by the runs that were measured of it: the last one of the same name, or of any where there is one test only. */
export function describeMachines(test: TestPlan, measured: readonly TestResult[], limits: MachineLimits): readonly string[] {
  const names = new Set(measured.map(({ name }) => name))
  const run = measured.findLast(({ name }) => name === test.name) ?? (names.size === 1 ? measured.at(-1) : undefined)
  if (run === undefined) return [`not known: no run of ${test.name} was measured, but of ${[...names].join(', ')}`]
  try {
    const { cpu, threads, machines, by, cpuPerRequest } = neededMachines(test, run, limits)
    return [
      `${plural(machines, 'machine')} like the one that was measured, with ${plural(Math.floor(run.cpus) || 1, 'CPU')} each, for ${by === 'CPU' ? 'their CPU' : 'their connections'}`,
      `load threads: ${formatNumber(threads)} in all, which use ${cpu.toFixed(1)} CPUs at their most, and ${formatShare(plannedUtilization)} of one each`,
      `a request cost ${formatTime(cpuPerRequest * 1000)} of CPU in the run that was measured`,
      ...(run.target.local ? ['the target shared its machine, so that a request may cost less where it does not'] : []),
    ]
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [`not known: ${error.message}`]
  }
}
