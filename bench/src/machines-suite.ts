import { compareRuns } from '@benchpress/core'
import { BenchFleet } from './machines/bench-fleet.ts'
import { measureCpu, type CpuPair } from './machines/cpu-overhead.ts'
import { agents, drawMs, measureStarts, spreadOf, type StartRound } from './machines/start-spread.ts'
import { median } from './median.ts'
import { judged, type JudgedMinimum } from './minimums.ts'
import { drawRatio, drawTable, report } from './report.ts'
import { withSetting } from './setting.ts'
import { parseSuiteOptions } from './suite-options.ts'

/** Largest additional cost of a request for an agent, as a share. */
const margin = 0.02
/** Largest spread of the starts of machines, in milliseconds, in 19 of 20 runs. */
const mostApart = 10

/** The parts of the suite. */
const parts = [{ name: 'start' }, { name: 'cpu' }] as const

/**
 * Measures runs on agents of this machine at a Redis: the spread of their starts, and the cost of a request for an agent compared with a process that runs the
 * same share for itself.
 *
 * @returns whether no minimum was missed
 * @throws BenchError when a run fails, a program cannot be compiled, or there is no Redis
 */
export async function runMachinesSuite(argv: readonly string[]): Promise<boolean> {
  const { rounds, seconds, generators: chosen, json } = parseSuiteOptions(argv, parts, { rounds: 20, seconds: 5 })
  const isChosen = (name: string): boolean => chosen.some((part) => part.name === name)
  const starts = isChosen('start') ? await withFleet(async (fleet) => await measureStarts(fleet, rounds)) : []
  // A pair has four runs, and takes as long as ten starts.
  const pairs = isChosen('cpu')
    ? await withSetting(
        async (setting) => await withFleet(async (fleet) => await measureCpu(fleet, setting, Math.ceil(rounds / 2), seconds)),
      )
    : []
  const tables = [...(starts.length === 0 ? [] : [drawStarts(starts)]), ...(pairs.length === 0 ? [] : [drawPairs(pairs)])]
  const minimums = [...(starts.length === 0 ? [] : [judgeStarts(starts)]), ...(pairs.length === 0 ? [] : [judgeCpu(pairs)])]
  return await report({ suite: 'machines', tables, minimums, measured: { seconds, starts, pairs } }, json)
}

async function withFleet<Value>(work: (fleet: BenchFleet) => Promise<Value>): Promise<Value> {
  const fleet = await BenchFleet.start()
  try {
    return await work(fleet)
  } finally {
    await fleet.stop()
  }
}

function drawStarts(starts: readonly StartRound[]): string {
  const head = [`first requests of ${agents} machines, ${starts.length} runs`, 'p50', 'p95', 'largest']
  const rows = [
    ['apart, as the target saw it', ({ spread }: StartRound) => spread],
    ['apart, as the machines tell', ({ told }: StartRound) => told],
    ['error of the clocks', ({ clockError }: StartRound) => clockError],
  ] as const
  const lines = rows.map(([name, read]) => {
    const { p50, p95, max } = spreadOf(starts.map(read))
    return [name, drawMs(p50), drawMs(p95), drawMs(max)]
  })
  return drawTable(head, lines)
}

function drawPairs(pairs: readonly CpuPair[]): string {
  const rows = [
    ['on a machine for itself', ({ alone }: CpuPair) => alone],
    ['on an agent', ({ agent }: CpuPair) => agent],
  ] as const
  const lines = rows.map(([name, read]) => {
    const all = pairs.map(read)
    return [name, median(all).toFixed(4), `${Math.min(...all).toFixed(4)} .. ${Math.max(...all).toFixed(4)}`]
  })
  return drawTable(['the same share', 'CPU s / 1,000', 'lowest .. highest'], lines)
}

function judgeStarts(starts: readonly StartRound[]): JudgedMinimum {
  const { p95 } = spreadOf(starts.map(({ spread }) => spread))
  return judged(`machines start at most ${mostApart} ms apart, as the target saw it (p95)`, p95 <= mostApart, drawMs(p95))
}

function judgeCpu(pairs: readonly CpuPair[]): JudgedMinimum {
  const [base, head] = [pairs.map(({ alone }) => alone), pairs.map(({ agent }) => agent)]
  const { interval } = compareRuns(base, head, { better: 'low', margin, paired: true })
  const [least, most] = interval ?? [0, Infinity]
  const ratio = median(pairs.map(({ alone, agent }) => agent / alone))
  return {
    text: `the CPU of a request on an agent, at most ${margin * 100} % more than on a machine for itself`,
    state: most <= 1 + margin ? 'met' : least > 1 + margin ? 'not met' : 'undecided',
    measured: drawRatio({ ratio, interval }),
  }
}
