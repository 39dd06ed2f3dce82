import { formatDuration, formatRate } from '@benchpress/core'
import type { StageSummary, WorkloadSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { formatSeconds } from './format/format-seconds.ts'
import { plural } from './format/plural.ts'

/** Says how long the run phase of a workload is planned to be: `30s`, or `10,000 requests`. */
export function describeLength(workload: WorkloadSummary): string {
  if (workload.duration !== null) return formatSeconds(workload.duration)
  if (workload.kind === 'connections') return plural(workload.requests ?? 0, 'request')
  if (workload.kind !== 'users') return plural(workload.iterations ?? 0, 'iteration')
  const { iterations } = workload
  return iterations === null ? 'endless' : `${plural(iterations.count, 'iteration')}${iterations.of === 'user' ? ' each' : ''}`
}

/** Says how much load a workload is, in words: `200/s, arriving uniformly, at most 1,000 users`. */
export function describeWorkload(workload: WorkloadSummary): string {
  switch (workload.kind) {
    case 'connections': {
      const { connections, pipelining } = workload
      return `${plural(connections, 'connection')}${pipelining > 1 ? ` with ${formatNumber(pipelining)} pipelining factor` : ''}`
    }
    case 'users': {
      const { from, stages, pacing } = workload
      const paced = pacing > 0 ? `, each starting at most once in ${formatDuration(pacing * 1e6)}` : ''
      return `${describeStages(from, stages, (users) => plural(users, 'user'))}${paced}`
    }
    case 'rate': {
      const { from, stages, arrivals, maxUsers } = workload
      const arriving = arrivals === 'uniform' ? 'arriving uniformly' : 'arriving as a Poisson process'
      return `${describeStages(from, stages, formatRate)}, ${arriving}, at most ${plural(maxUsers, 'user')}`
    }
    case 'batch':
      return `${formatNumber(workload.batch)} at once, and the next ones when all have ended`
  }
}

// `5/s rising to 20/s in 30s, then 20/s for 1m`; one level that is kept is said without its length.
function describeStages(from: number, stages: readonly StageSummary[], say: (level: number) => string): string {
  if (stages.every(({ to }) => to === from)) return say(from)
  const pieces: string[] = []
  let level = from
  for (const { duration, to } of stages) {
    const length = duration === null ? undefined : formatDuration(duration * 1e6)
    if (duration !== 0) pieces.push(describePiece(level, to, length, say))
    level = to
  }
  return pieces.join(', then ')
}

function describePiece(from: number, to: number, length: string | undefined, say: (level: number) => string): string {
  if (from === to) return `${say(to)}${length === undefined ? '' : ` for ${length}`}`
  return `${say(from)} ${to > from ? 'rising' : 'falling'} to ${say(to)} in ${length}`
}
