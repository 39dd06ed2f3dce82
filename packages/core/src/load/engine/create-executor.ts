import type { UserWorkload } from '../../model/workload/workload.ts'
import { BatchExecutor } from './batch-executor.ts'
import { ClosedExecutor } from './closed-executor.ts'
import type { Executor, ExecutorTools } from './executor.ts'
import { OpenExecutor } from './open-executor.ts'

/** Creates the executor of a workload of users. `seed` is where random arrivals start from. */
export function createExecutor(workload: UserWorkload, seed: number, tools: ExecutorTools): Executor {
  switch (workload.kind) {
    case 'rate':
      return new OpenExecutor(workload, seed, tools)
    case 'users':
      return new ClosedExecutor(workload, tools)
    case 'batch':
      return new BatchExecutor(workload, tools)
  }
}
