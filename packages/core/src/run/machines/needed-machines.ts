import type { ScenarioSummary, WorkloadSummary } from '../../result/summary/scenario-summary.ts'
import type { TestResult } from '../../result/shape/result.ts'
import { meanLevel } from '../../result/verdict/offered-load.ts'
import { lengthOfRun } from '../../result/verdict/stretches.ts'
import { possibleConnections, type MachineLimits } from '../../target/connection-limits.ts'
import type { ScenarioPlan } from '../plan-scenario.ts'
import type { TestPlan } from '../plan-suite.ts'

/**
 * Largest share of a CPU that a load thread should use when machines are planned.
 *
 * Lower than saturation (0.9), because single seconds of a load that is constant over minutes exceed its mean by about this difference.
 */
export const plannedUtilization = 0.7

/** The number of machines that a test needs, by the cost of a smaller run. */
export interface NeededMachines {
  /** Most CPU in cores of all load threads. */
  readonly cpu: number
  /** The number of load threads, each with at most {@link plannedUtilization} of a CPU. */
  readonly threads: number
  /** The number of machines like the one of the measurement, with a thread for each CPU. */
  readonly machines: number
  /** What decides the number of machines. */
  readonly by: 'CPU' | 'connections'
  /** Measured CPU seconds per request. */
  readonly cpuPerRequest: number
}

/**
 * Computes the number of machines that a test needs, by the CPU that load threads used for the same scenarios at another size.
 *
 * The cost of a user, a connection or an iteration is assumed to be the same at any size, and the cost of a scenario to be its share of the requests.
 * Pure.
 *
 * @param measured a run of the same scenarios on load threads
 * @param limits the limits of a machine
 * @throws RangeError with what is missing for the computation
 */
export function neededMachines(plan: TestPlan, measured: TestResult, limits: MachineLimits): NeededMachines {
  const requests = measured.scenarios.reduce((sum, { counts }) => sum + counts.started, 0)
  if (requests === 0 || measured.verdict.level === 'invalid')
    throw new RangeError(`the run of ${measured.name} says nothing: it is invalid`)
  if (measured.generator.inCallingThread) throw new RangeError(`the run of ${measured.name} had no load threads whose CPU could be told`)
  const cores = measured.generator.threads.reduce((sum, { cpu }) => sum + (cpu ?? Number.NaN), 0)
  if (Number.isNaN(cores)) throw new RangeError(`the run of ${measured.name} does not tell the CPU of its load threads; Node.js 24 does`)
  const cpu = plan.scenarios.reduce((sum, planned) => {
    const scenario = measured.scenarios.find(({ name }) => name === planned.name)
    if (scenario === undefined) throw new RangeError(`the run of ${measured.name} has no scenario ${planned.name}`)
    return sum + cores * (scenario.counts.started / requests) * growthOf(planned, scenario)
  }, 0)
  const threads = Math.max(1, Math.ceil(cpu / plannedUtilization))
  const byCpu = Math.ceil(threads / Math.max(1, Math.floor(measured.cpus)))
  const byConnections = Math.ceil(plan.sockets / possibleConnections(limits, plan.target.servers?.length))
  return {
    cpu,
    threads,
    machines: Math.max(byCpu, byConnections),
    by: byConnections > byCpu ? 'connections' : 'CPU',
    cpuPerRequest: (cores * lengthOfRun(measured)) / requests,
  }
}

/** The ratio of the maximum of a planned load to the mean of the measured one. */
function growthOf({ name, workload, mostUsers }: ScenarioPlan, { workload: measured, counts, users, duration }: ScenarioSummary): number {
  if (workload.kind !== measured.kind)
    throw new RangeError(`the scenario ${name} is planned by ${nouns[workload.kind]}, and was measured by ${nouns[measured.kind]}`)
  if (workload.kind === 'rate')
    return Math.max(workload.from, ...workload.stages.map(({ to }) => to)) / ((users?.iterations.started ?? counts.started) / duration)
  return mostUsers / meanSize(measured, duration)
}

const nouns = { connections: 'connections', users: 'users', rate: 'a rate', batch: 'batches' } as const

function meanSize(workload: WorkloadSummary, duration: number): number {
  if (workload.kind === 'connections') return workload.connections
  if (workload.kind === 'batch') return workload.batch
  return meanLevel(workload, duration)
}
