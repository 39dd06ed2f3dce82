import { UsageError, type Problem } from '@benchpress/core/preset'
import { plural } from '@benchpress/report/format'
import type { HyphaPart } from './hypha-cases.ts'
import type { HyphaSettings } from './hypha-flags.ts'

/** The servers that a user wants to test. */
export interface AskedServers {
  readonly own: HyphaSettings
  readonly part: HyphaPart | undefined
  /** Whether a URL is given, so that no server is started. */
  readonly isRunning: boolean
}

/**
 * Refuses the flags of servers that would be neither started nor tested.
 *
 * @throws UsageError that names all of these flags
 */
export function refuseIdleServers(asked: AskedServers): void {
  const problems: Problem[] = []
  for (const key of ['cluster', 'nodes', 'without', 'runtime', 'break'] as const) {
    const because = asked.own[key] === undefined ? undefined : whyIdle(key, asked)
    if (because !== undefined) problems.push({ message: `--${key}: ${because}`, hint: 'Leave it out.' })
  }
  const { nodes = 3, without = 0 } = asked.own
  if (without > nodes)
    problems.push({
      message: `--without ${without}: there ${nodes === 1 ? 'is' : 'are'} ${plural(nodes, 'server')}`,
      hint: 'Give the number of one of them.',
    })
  if (problems.length > 0) throw new UsageError(problems)
}

/** Whether a part, or all of them, has runs against a cluster. */
export function hasCluster(part: HyphaPart | undefined): boolean {
  return part === undefined || part === 'cluster' || part === 'compare'
}

/** Whether the servers that come with the preset are tested. */
export function startsServers({ own, part, isRunning }: AskedServers): boolean {
  return !isRunning && (part !== 'cluster' || own.cluster === undefined)
}

function whyIdle(key: keyof HyphaSettings, asked: AskedServers): string | undefined {
  const isOfCluster = key === 'cluster' || key === 'nodes' || key === 'without'
  if (isOfCluster && !hasCluster(asked.part)) return `${asked.part ?? ''} has one server`
  if (key !== 'cluster' && !startsServers(asked)) return 'it is for servers that are started, and these are running'
  return isOfCluster && key !== 'cluster' && asked.own.cluster !== undefined ? 'the cluster is running already' : undefined
}
