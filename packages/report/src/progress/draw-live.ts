import type { Progress } from '@benchpress/core'
import { formatFigure } from '../format/cell.ts'
import { formatBytes, formatNumber, formatTime, plural } from '@benchpress/core/report'
import { printable, textWidth } from '../format/texts.ts'
import type { Palette } from '../render/palette.ts'
import { describeLeft, describeProgress, describeRun, describeShare, shareDone } from './describe-progress.ts'
import { sparkline, type LiveHistory } from './sparkline.ts'

/** A part of a line, and the function that colours it. */
type Part = readonly [text: string, paint?: ((text: string) => string) | undefined]

// The width of a percentile with its mark, as in `>= 1.24 s`.
const [labelWidth, figureWidth, highestWidth] = [11, 12, 24]
const widestSparkline = 120

/** Draws a running test as one line that is narrower than a terminal of a number of columns. */
export function drawLine(progress: Progress, columns: number): string {
  return fit([[`${drawBar(progress, 8)}${describeProgress(progress)}`]], columns)
}

interface Size {
  readonly columns: number
  readonly rows: number
}

/**
 * Draws a running test for a terminal: its progress, its load, its target and its verdict so far. Each line is narrower than the terminal, and from 15 rows on
 * the lines leave a row for the cursor.
 */
export function drawLive(progress: Progress, history: LiveHistory, { columns, rows }: Size, palette: Palette): readonly string[] {
  const lines = [...title(progress, palette), where(progress, palette)]
  if (progress.phase !== 'setup' && progress.phase !== 'teardown') {
    lines.push(...rates(progress, history, columns, palette), load(progress, palette), ...machine(progress, palette))
    const soFar = verdict(progress, columns, palette)
    lines.push(...otherMachines(progress, rows - 1 - lines.length - soFar.length, palette), ...soFar)
  }
  return lines.map((parts) => fit(parts, columns))
}

// The current one of several runs, and the time left of all of them.
function title(progress: Progress, { strong }: Palette): readonly (readonly Part[])[] {
  const { suite, repeats } = progress
  const run = describeRun(progress)
  if (suite === null || suite.runs < 2) return run === '' ? [] : [[[run, strong]]]
  const ofSuite = `run ${formatNumber(suite.run)} of ${formatNumber(suite.runs)}`
  const left = suite.left === null ? '' : `, ${describeLeft(suite.left)}`
  return suite.runs === repeats ? [[[ofSuite, strong], [left]]] : [[[run, strong], [`, ${ofSuite} of the suite${left}`]]]
}

function where(progress: Progress, palette: Palette): readonly Part[] {
  const { phase, left } = progress
  if (phase === 'setup') return [['starting']]
  if (phase === 'teardown') return [['stopping']]
  if (phase === 'drain') return [label('drain', palette), ['waits for what is in flight']]
  const rest = left === null || progress.planned !== null ? '' : `, ${describeLeft(left)}`
  return [label(phase, palette), [drawBar(progress, 20), palette.good], [`${describeShare(progress)}${rest}`]]
}

/** A figure of the last second, and the figures of its sparkline. */
interface Rate {
  readonly name: string
  readonly figure: string
  readonly paint?: (text: string) => string
  readonly of: Parameters<LiveHistory['read']>[0]
  readonly format: (figure: number) => string
  readonly more?: string
}

function rates(progress: Progress, history: LiveHistory, columns: number, palette: Palette): readonly (readonly Part[])[] {
  const { responseTime, second, failed, requestsPerSecond } = progress
  const width = Math.min(widestSparkline, columns - labelWidth - figureWidth - highestWidth)
  const all: readonly Rate[] = [
    { name: 'requests/s', figure: formatNumber(second?.requests ?? requestsPerSecond), of: 'requests', format: formatNumber },
    { name: 'p50', figure: formatFigure(responseTime, 'p50'), of: 'p50', format: formatTime },
    { name: 'p99', figure: formatFigure(responseTime, 'p99'), of: 'p99', format: formatTime },
    {
      name: 'failed/s',
      figure: formatNumber(second?.failed ?? 0),
      paint: second !== null && second.failed > 0 ? palette.bad : palette.strong,
      of: 'failed',
      format: formatNumber,
      more: `${second === null ? '' : ', '}${formatNumber(failed)} in total`,
    },
  ]
  return all.map(({ name, figure, paint = palette.strong, of, format, more = '' }) => {
    const figures = history.read(of, width)
    const known = figures.flatMap((each) => each ?? [])
    const highest = known.length === 0 ? '' : ` max ${format(Math.max(...known))}`
    return [
      label(name, palette),
      [`${figure.padStart(figureWidth - 2)}  `, paint],
      [sparkline(figures), palette.heading],
      [`${highest}${more}`, palette.quiet],
    ]
  })
}

// Dropped iterations come first, as a narrow terminal may cut the end.
function load({ users, plannedUsers, plannedRate, inFlight, iterations, dropped }: Progress, palette: Palette): readonly Part[] {
  if (users === null) return [label('load', palette), [`${plural(inFlight, 'request')} in flight`]]
  const ofPlan = plannedUsers === null ? plural(users, 'user') : `${formatNumber(users)} of ${formatNumber(plannedUsers)} planned users`
  const rate = plannedRate === null ? '' : `, ${formatNumber(plannedRate)}/s planned`
  const lost: readonly Part[] = dropped === 0 ? [] : [[`, ${formatNumber(dropped)} dropped`, palette.warning]]
  return [
    label('load', palette),
    [`${ofPlan}, ${formatNumber(inFlight)} in flight`],
    ...lost,
    [`, ${plural(iterations, 'iteration')}${rate}`],
  ]
}

function machine({ resources, machines }: Progress, palette: Palette): readonly (readonly Part[])[] {
  if (resources === null) return []
  const { targetCpu, targetRss, generatorCpu, generatorRss } = resources
  const target =
    targetCpu === null ? 'not measured' : [cores(targetCpu), ...(targetRss === null ? [] : [formatBytes(targetRss)])].join(', ')
  return [
    [
      label('CPU, RSS', palette),
      [`target ${target}`],
      // With other machines, this process generates no load.
      ...(machines === undefined
        ? ([[' · ', palette.quiet], [`generator ${cores(generatorCpu)}, ${formatBytes(generatorRss)}`]] as const)
        : []),
    ],
  ]
}

const mostMachines = 8

// As many machines as there is room for, lost ones first.
function otherMachines({ machines = [] }: Progress, room: number, palette: Palette): readonly (readonly Part[])[] {
  const sorted = machines.toSorted((one, other) => Number(other.lost !== null) - Number(one.lost !== null))
  const rows = sorted
    .slice(0, Math.min(mostMachines, machines.length > room ? room - 1 : room))
    .map(({ name, requestsPerSecond, cpu, lost }, index): readonly Part[] => [
      label(index === 0 ? 'machines' : '', palette),
      [printable(name)],
      lost === null
        ? [` ${formatNumber(requestsPerSecond)} requests/s${cpu === null ? '' : `, ${cores(cpu)}`}`]
        : [` lost: ${printable(lost)}`, palette.bad],
    ])
  const more = machines.length - rows.length
  return more === 0 ? rows : [...rows, [label('', palette), [`and ${formatNumber(more)} more`, palette.quiet]]]
}

function cores(cpu: number): string {
  return plural(cpu, 'core')
}

// In two rows at most, as the advice often stands at the end.
function verdict({ verdict: soFar }: Progress, columns: number, palette: Palette): readonly (readonly Part[])[] {
  if (soFar === null) return [[label('so far', palette), ['no verdict yet', palette.quiet]]]
  const { level, reasons } = soFar
  const paint = { valid: palette.good, suspect: palette.warning, invalid: palette.bad }[level]
  const [worst] = reasons
  const [first, rest] = breakLine(
    level === 'valid' || worst === undefined ? level : `${level}: ${printable(worst.text)}`,
    columns - 1 - labelWidth,
  )
  const row: readonly Part[] = [label('so far', palette), [level, paint], [first.slice(level.length)]]
  return rest === '' ? [row] : [row, [label('', palette), [rest]]]
}

function breakLine(text: string, columns: number): readonly [first: string, rest: string] {
  const end = text.lastIndexOf(' ', cut(text, columns).length - 1)
  return textWidth(text) <= columns || end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)]
}

function label(text: string, { quiet }: Palette): Part {
  return [text.padEnd(labelWidth), quiet]
}

function drawBar(progress: Progress, width: number): string {
  const share = shareDone(progress)
  if (share === undefined) return ''
  const done = Math.round(share * width)
  return `${'█'.repeat(done)}${'░'.repeat(width - done)} `
}

// The last column stays free, as a character in it makes some terminals begin a new line.
function fit(parts: readonly Part[], columns: number): string {
  let left = columns - 1
  let line = ''
  for (const [text, paint = (plain: string) => plain] of parts) {
    const kept = cut(text, left)
    left -= textWidth(kept)
    if (kept !== '') line += paint(kept)
    if (kept !== text) break
  }
  return line
}

function cut(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  let kept = ''
  let width = 0
  for (const character of text) {
    width += textWidth(character)
    if (width > columns - 1) break
    kept += character
  }
  return columns <= 0 ? '' : `${kept}…`
}
