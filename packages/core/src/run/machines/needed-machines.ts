import type { ScenarioSummary, WorkloadSummary } from '../../result/summary/scenario-summary.ts'
import type { TestResult } from '../../result/shape/result.ts'
import { meanLevel } from '../../result/verdict/offered-load.ts'
import { lengthOfRun } from '../../result/verdict/stretches.ts'
import { possibleConnections, type MachineLimits } from '../../target/connection-limits.ts'
import type { ScenarioPlan } from '../plan-scenario.ts'
import type { TestPlan } from '../plan-suite.ts'

/**
 * Share of a CPU that a load thread is to use at most, where machines are planned.
 *
 * Below what counts as saturated (0.9) by as much as a second of a load that is even over minutes may be above its mean.
 */
export const plannedUtilization = 0.7

/** How many machines a test needs, by what a smaller run of it cost. */
export interface NeededMachines {
  /** CPU in cores that its load threads use at their most. */
  readonly cpu: number
  /** Load threads, each of which uses at most {@link plannedUtilization} of a CPU. */
  readonly threads: number
  /** Machines like the one that the cost was measured on, with as many threads as CPUs. */
  readonly machines: number
  /** What asks for so many. */
  readonly by: 'CPU' | 'connections'
  /** CPU in seconds that a request cost, which was measured. */
  readonly cpuPerRequest: number
}

/**
 * Says how many machines a test needs, by the CPU that load threads used for the same scenarios at another size.
 *
 * The cost of a user, a connection or an iteration is taken to be the same at any size, and that of a scenario to be its share of the requests. Pure.
 *
 * @param measured a run of load threads, of the same scenarios
 * @param limits of a machine
 * @throws RangeError that says what is missing for it
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

/** How much larger the most of a planned load is than the mean of the one that was measured. */
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
