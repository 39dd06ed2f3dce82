import type { TargetConfig } from '@benchpress/core'
import { describeDifferences, given, usageError, UsageError } from '@benchpress/core/preset'
import type { AdaptedSuite, PresetChoices, PresetTarget, Problem } from '@benchpress/core/preset'
import { plural } from '@benchpress/report/format'
import type { HyphaPart } from './hypha-cases.ts'
import type { HyphaValues } from './hypha-parameters.ts'
import { hyphaSuite, type HyphaMode } from './hypha-suite.ts'

interface AskedLevels extends PresetChoices<HyphaValues> {
  readonly part: HyphaPart | undefined
}

/**
 * Makes the suite that a user asks for, and lists its differences from the published one.
 *
 * @throws UsageError for a target that the levels cannot be run against
 */
export function adaptHypha(found: PresetTarget, asked: AskedLevels): AdaptedSuite {
  const { settings, part, path, isEmbedded, apply, describeChanges } = asked
  if (path !== undefined) throw usageError('URL: the paths are those of the preset', 'Give it without a path, as in http://localhost:9640.')
  const own = withServers(asked)
  const servers: AskedServers = { own, part, isRunning: !isEmbedded }
  refuseIdleServers(servers)
  const target = targetFor(found, own, part)
  const { mode } = own
  const suite = apply(hyphaSuite(target, part, mode), { ...settings, url: undefined })
  // Scaling is reported once, rather than for each level.
  const documented = apply(hyphaSuite(target, part, mode), given({ scale: settings.scale }))
  return {
    suite,
    changes: [
      ...describeDifferences({ mode: modes.batch, scale: '1' }, { mode: modes[mode], scale: String(settings.scale ?? 1) }),
      ...describeServers(servers),
      ...describeChanges(documented, suite),
    ],
  }
}

/** Takes the servers of a cluster from the URL, where they are given there. */
function withServers({ urls, own, part }: AskedLevels): HyphaValues {
  if (part !== 'cluster' || urls.length === 0) return own
  if (own.cluster !== undefined) throw usageError('--url and --cluster: both are the servers of the cluster', 'Give one of them.')
  return urls.length > 1 ? { ...own, cluster: urls } : own
}

function describeServers(asked: AskedServers): readonly string[] {
  const { nodes = 3, without, runtime = 'node', break: broken = 'nothing', cluster } = asked.own
  return [
    ...(hasCluster(asked.part)
      ? describeDifferences(
          { servers: '3', 'not started': 'none' },
          { servers: String(cluster?.length ?? nodes), 'not started': without === undefined ? 'none' : `server ${without}` },
        )
      : []),
    // The runtime of a running server is unknown.
    ...(startsServers(asked) ? describeDifferences({ runtime: 'deno', broken: 'nothing' }, { runtime, broken }) : []),
  ]
}

const modes: Readonly<Record<HyphaMode, string>> = {
  batch: 'batches that wait for their slowest request',
  sound: 'connections that never wait for each other, with 500ms of warm-up',
}

/** A cluster that is already running. */
export function runningCluster(urls: readonly string[]): Exclude<TargetConfig, string> {
  return { servers: urls, health: '/health', requires: { path: '/default/services', contains: 'benchmark-service' } }
}

function targetFor(found: PresetTarget, { cluster }: HyphaValues, part: HyphaPart | undefined): PresetTarget {
  const isOne = typeof found === 'string' || !('variants' in found)
  if (part === 'cluster') return clusterFor(found, cluster)
  if (!isOne || (part !== undefined && part !== 'compare')) return found
  if (cluster !== undefined) return { variants: { single: found, cluster: runningCluster(cluster) } }
  if (part === undefined) return found
  throw usageError('one target has nothing to be compared with', 'Give the servers of a cluster with --cluster.')
}

function clusterFor(found: PresetTarget, urls: readonly string[] | undefined): PresetTarget {
  if (urls === undefined) {
    if (typeof found !== 'string' && !('url' in found)) return found
    throw usageError('URL: a cluster is several servers', 'Give the URLs of all of them, with commas.')
  }
  const running = runningCluster(urls)
  // A command that starts the servers is kept.
  return typeof found !== 'string' && 'command' in found ? { ...found, ...running } : running
}

/** The servers that a user wants to test. */
interface AskedServers {
  readonly own: HyphaValues
  readonly part: HyphaPart | undefined
  /** Whether a URL is given, so that no server is started. */
  readonly isRunning: boolean
}

/**
 * Refuses the flags of servers that would be neither started nor tested.
 *
 * @throws UsageError that names all of these flags
 */
function refuseIdleServers(asked: AskedServers): void {
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
function hasCluster(part: HyphaPart | undefined): boolean {
  return part === undefined || part === 'cluster' || part === 'compare'
}

/** Whether the servers that come with the preset are tested. */
function startsServers({ own, part, isRunning }: AskedServers): boolean {
  return !isRunning && (part !== 'cluster' || own.cluster === undefined)
}

function whyIdle(key: keyof HyphaValues, asked: AskedServers): string | undefined {
  const isOfCluster = key === 'cluster' || key === 'nodes' || key === 'without'
  if (isOfCluster && !hasCluster(asked.part)) return `${asked.part ?? ''} has one server`
  if (key !== 'cluster' && !startsServers(asked)) return 'it is for servers that are started, and these are running'
  return isOfCluster && key !== 'cluster' && asked.own.cluster !== undefined ? 'the cluster is running already' : undefined
}
