import { compareRuns } from '@benchpress/core'
import { execa } from 'execa'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BenchError } from './bench-error.ts'
import { measureInTurn, type MeasuredRow } from './measure-in-turn.ts'
import { median } from './median.ts'
import { judged, type JudgedMinimum } from './minimums.ts'
import { drawRatio, drawTable, report } from './report.ts'
import type { GeneratorSetting } from './run-generator.ts'
import { withSetting } from './setting.ts'
import { parseSuiteOptions } from './suite-options.ts'

/** CPU of the main thread that the live view may take, in milliseconds for each second of a run. */
const mostPerSecond = 5

/** Largest difference of the throughput with and without a live view, as a share. */
const margin = 0.01

/** A kind of output during a run. */
interface View {
  readonly name: string
  readonly columns: number
  readonly flags: readonly string[]
}

const views: readonly View[] = [
  { name: 'none', columns: 80, flags: ['--no-progress'] },
  { name: '80 columns', columns: 80, flags: [] },
  { name: '200 columns', columns: 200, flags: [] },
]

/** One run with a view, or without one. */
interface LiveRound {
  /** Requests that the target counted, for each second. */
  readonly perSecond: number
  readonly draws: number
  /** CPU of the main thread for the view, in milliseconds for each second. */
  readonly cpuPerSecond: number
}

type LiveRow = MeasuredRow<View, LiveRound>

/**
 * Measures the cost of the live view: CPU of the main thread, and throughput of a load that uses up a CPU, compared with a run without a view.
 *
 * @returns whether no minimum was missed
 * @throws BenchError when a run fails or a program cannot be compiled
 */
export async function runLiveSuite(argv: readonly string[]): Promise<boolean> {
  const { rounds, seconds, generators, json } = parseSuiteOptions(argv, views, { rounds: 5, seconds: 10 })
  const rows = await withSetting(
    async (setting) => await measureInTurn(generators, rounds, async (view) => await measureView(view, seconds, setting)),
  )
  return await report({ suite: 'live', tables: [drawRows(rows)], minimums: judgeRows(rows), measured: { seconds, rows } }, json)
}

const command = fileURLToPath(new URL('../../packages/cli/bin/benchpress.mjs', import.meta.url))
const display = new URL('../../packages/cli/src/progress/live-display.ts', import.meta.url)
const countDraws = new URL('live/count-draws.mjs', import.meta.url)

async function measureView({ name, columns, flags }: View, seconds: number, setting: GeneratorSetting): Promise<LiveRound> {
  const { target, pinning, folder } = setting
  const file = join(folder, 'draws.json')
  const load = [target.url, '-c', '50', '-d', String(seconds), ...flags]
  const words = pinning.generator([process.execPath, '--import', countDraws.href, command, ...load])
  // The terminal of `script` has no size of its own.
  const inTerminal = `stty cols ${columns} rows 40; exec ${words.map((word) => `'${word}'`).join(' ')}`
  await target.reset()
  const { exitCode, stdout } = await execa('script', ['-qfec', inTerminal, '/dev/null'], {
    reject: false,
    stdin: 'ignore',
    timeout: (seconds + 60) * 1000,
    env: { TERM: 'xterm', CI: '', BENCH_DRAWS: file, BENCH_LIVE_DISPLAY: display.href },
  })
  // A load that uses up a CPU is limited by the generator, so that its times are invalid, but it shows the cost of the view.
  if (exitCode !== 0 && exitCode !== 97) throw new BenchError(`the run with the view "${name}" failed:\n${stdout}`)
  const { requests } = await target.finalCount()
  const { draws, milliseconds } = JSON.parse(await readFile(file, 'utf8')) as { readonly draws: number; readonly milliseconds: number }
  const round = { perSecond: requests / seconds, draws, cpuPerSecond: milliseconds / seconds }
  console.error(`${name}: ${Math.round(round.perSecond)} requests/s, ${draws} draws, ${round.cpuPerSecond.toFixed(2)} ms of CPU a second`)
  return round
}

function drawRows(rows: readonly LiveRow[]): string {
  const count = (value: number): string => Math.round(value).toLocaleString('en-US')
  const lines = rows.map(({ kind, rounds }) => {
    const all = rounds.map(({ perSecond }) => perSecond)
    return [
      kind.name,
      count(median(all)),
      `${count(Math.min(...all))} .. ${count(Math.max(...all))}`,
      median(rounds.map(({ draws }) => draws)),
      median(rounds.map(({ cpuPerSecond }) => cpuPerSecond)).toFixed(2),
    ]
  })
  return drawTable(['live view', 'req/s', 'lowest .. highest', 'draws', 'CPU ms / s'], lines)
}

function judgeRows([without, ...shown]: readonly LiveRow[]): readonly JudgedMinimum[] {
  return without === undefined ? [] : shown.flatMap((row) => [judgeCpu(row), judgeThroughput(row, without)])
}

function judgeCpu({ kind: view, rounds }: LiveRow): JudgedMinimum {
  const cpu = median(rounds.map(({ cpuPerSecond }) => cpuPerSecond))
  const isDrawn = rounds.every(({ draws }) => draws > 0)
  return judged(`${view.name}: at most ${mostPerSecond} ms of CPU a second`, isDrawn && cpu <= mostPerSecond, `${cpu.toFixed(2)} ms`)
}

// Measured in turn, so that other work of the machine affects both of a pair.
function judgeThroughput({ kind: view, rounds }: LiveRow, without: LiveRow): JudgedMinimum {
  const [base, head] = [without.rounds, rounds].map((side) => side.map(({ perSecond }) => perSecond))
  const compared = compareRuns(base ?? [], head ?? [], { better: 'high', margin, paired: true })
  const { answer } = compared
  return {
    text: `${view.name}: the throughput of a run that is not shown, within ${margin * 100} %`,
    state: answer === 'inconclusive' ? 'undecided' : answer === 'worse' ? 'not met' : 'met',
    measured: drawRatio(compared),
  }
}
