import type { PlannedJourney, PlannedPiece, ScenarioPlan, WorkloadSummary } from '@benchpress/core'
import { formatLength, formatNumber, formatRate, formatShare, plural } from '@benchpress/core/report'
import { describeWorkload } from '../workload.ts'

/**
 * Describes a planned scenario: its load over time as text and as a drawing, and its users, connections and iterations.
 *
 * @param place formats the module of a journey
 */
export function describeScenarioPlan(plan: ScenarioPlan, columns: number, place: (module: string) => string): readonly string[] {
  const { workload, timeline, journeys, request } = plan
  return [
    ...(journeys.length === 0 ? [request] : journeys.map((journey) => describeJourney(journey, place))),
    describeWorkload(workload),
    '',
    ...describeTimeline(timeline, workload),
    ...(plan.levels.length === 0 ? [] : ['', ...drawPlan(plan, columns), '']),
    describeIterations(plan),
    ...describeRoom(plan),
    describeSockets(plan),
  ]
}

function describeJourney({ name, share, module, export: made }: PlannedJourney, place: (module: string) => string): string {
  const named = made === null || made === 'default' ? '' : `${made} of `
  const from = module === null ? 'a function' : `${named}${place(module)}`
  // A single journey has the name of its scenario.
  return share === 1 ? `journey: ${from}` : `journey ${name}, ${formatShare(share)} of the iterations: ${from}`
}

function describeTimeline(timeline: readonly PlannedPiece[], workload: WorkloadSummary): readonly string[] {
  const rows = timeline.map(({ phase, start, end, from, to }) => ({
    time: end === null ? `from ${formatLength(start)} on` : `${formatLength(start)} to ${formatLength(end)}`,
    phase,
    level:
      from === to ? sayLevel(to, workload) : `${sayLevel(from, workload)} ${to > from ? 'rising' : 'falling'} to ${sayLevel(to, workload)}`,
  }))
  const width = Math.max(0, ...rows.map(({ time }) => time.length))
  return rows.map(
    ({ time, phase, level }) => `${`${time}:`.padEnd(width + 1)} ${level}${phase === 'run' ? '' : ' (warm-up, counted apart)'}`,
  )
}

function drawPlan({ levels, timeline, workload }: ScenarioPlan, columns: number): readonly string[] {
  const run = timeline.filter(({ phase }) => phase === 'run')
  return drawCurve(
    {
      levels,
      labels: { highest: sayLevel(Math.max(...run.flatMap(({ from, to }) => [from, to])), workload), none: '0' },
      times: { first: formatLength(run[0]?.start ?? 0), last: formatLength(run.at(-1)?.end ?? 0) },
    },
    columns,
  )
}

function describeIterations({ iterations, journeys }: ScenarioPlan): string {
  const noun = journeys.length === 0 ? 'request' : 'iteration'
  if (iterations === null) return `as many ${noun}s as the responses allow`
  const words = { exactly: '', about: 'about ', most: 'at most ' } as const
  return `${words[iterations.accuracy]}${plural(iterations.count, noun)} in the run phase`
}

// How long an iteration of an open model may take before some are dropped, by Little's law.
function describeRoom({ workload, timeline }: ScenarioPlan): readonly string[] {
  if (workload.kind !== 'rate') return []
  const peak = Math.max(...timeline.flatMap(({ from, to }) => [from, to]))
  const users = plural(workload.maxUsers, 'user')
  return [`at ${formatRate(peak)}, ${users} are enough while an iteration takes less than ${formatLength(workload.maxUsers / peak)}`]
}

function describeSockets({ mostUsers, sockets, workload }: ScenarioPlan): string {
  const connections = plural(sockets, 'connection')
  return workload.kind === 'connections' ? connections : `at most ${plural(mostUsers, 'user')} at a time, on ${connections}`
}

function sayLevel(level: number, { kind }: WorkloadSummary): string {
  switch (kind) {
    case 'rate':
      return formatRate(level)
    case 'users':
      return plural(level, 'user')
    case 'connections':
      return plural(level, 'connection')
    case 'batch':
      return `${formatNumber(level)} at once`
  }
}

interface Curve {
  /** The levels at evenly spaced moments; at least one. */
  readonly levels: readonly number[]
  /** Texts at the left of the highest level and of 0. */
  readonly labels: { readonly highest: string; readonly none: string }
  /** Texts below the first and the last moment. */
  readonly times: { readonly first: string; readonly last: string }
}

const blocks = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
const mostRows = 6
const widest = 72
const narrowest = 10

/** Draws a level over time in block characters, as lines of a limited number of columns. */
export function drawCurve({ levels, labels, times }: Curve, columns: number): readonly string[] {
  const margin = Math.max(labels.highest.length, labels.none.length)
  const width = Math.max(narrowest, Math.min(widest, columns - margin - 2))
  const highest = Math.max(...levels)
  // A constant level needs one row only.
  const rows = levels.every((level) => level === highest) ? 1 : mostRows
  const heights = Array.from({ length: width }, (_, column) => {
    const level = highestIn(levels, column, width)
    // In eighths of a row; a level above 0 is always visible.
    return level <= 0 ? 0 : Math.max(1, Math.round((level / highest) * rows * (blocks.length - 1)))
  })
  const lines = Array.from({ length: rows }, (_, row) => {
    const base = (rows - 1 - row) * (blocks.length - 1)
    const cells = heights.map((height) => blocks[Math.min(blocks.length - 1, Math.max(0, height - base))])
    return `${(row === 0 ? labels.highest : '').padStart(margin)} │${cells.join('')}`.trimEnd()
  })
  const gap = Math.max(1, width - times.first.length - times.last.length)
  return [
    ...lines,
    `${labels.none.padStart(margin)} └${'─'.repeat(width)}`,
    `${' '.repeat(margin + 2)}${times.first}${' '.repeat(gap)}${times.last}`,
  ]
}

function highestIn(levels: readonly number[], column: number, width: number): number {
  const first = Math.floor((column * levels.length) / width)
  const end = Math.max(first + 1, Math.floor(((column + 1) * levels.length) / width))
  return Math.max(...levels.slice(first, end))
}
