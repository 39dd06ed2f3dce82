import { compareRuns, type RunsComparison } from '@benchpress/core'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchpress, parseCapacityOptions, wholeBatches } from './capacity/capacity-options.ts'
import type { CapacityOptions, Placement } from './capacity/capacity-options.ts'
import { measureCapacity, type CapacityTurn } from './capacity/measure-capacity.ts'
import { startCapacityTarget } from './capacity/running-target.ts'
import type { CapacityTarget } from './capacity/targets.ts'
import { readyGenerators } from './generator.ts'
import type { LoadCase } from './load-case.ts'
import { drawMinimums, type JudgedMinimum } from './minimums.ts'
import type { Peer } from './peers/peer.ts'
import { median } from './median.ts'
import { createPinning, type Pinning } from './pin.ts'
import { drawRatio, drawTable } from './report.ts'
import { isDisturbed } from './take-turns.ts'
import { writeJson } from './write-json.ts'

/** Largest difference to another tool that does not matter, as a share. */
const margin = 0.03

/** One server at one placement under one load, measured by each tool. */
interface CapacityRow {
  readonly rounds: number
  readonly setAside: number
  readonly tools: readonly ToolFigures[]
  /** Ratios of benchpress to each other tool under the same load. */
  readonly ratios: readonly (Pick<RunsComparison, 'ratio' | 'interval' | 'answer'> & { readonly of: string; readonly to: string })[]
}

/** The figures of one tool over all rounds that count. */
interface ToolFigures {
  readonly tool: string
  /** Median of the rounds. */
  readonly requestsPerSecond: number
  /** Requests per second of each round. */
  readonly rates: readonly number[]
  /** CPU of the target, in cores. */
  readonly targetCpu: number
  readonly toolCpu: number
  /** CPU time of the target for a request, in microseconds. */
  readonly targetCpuOfRequest: number
}

/**
 * Measures the capacity of servers by several tools in turn, which must not depend on the tool.
 *
 * Each row is printed and written to the file as soon as it is measured, so that an interrupted run keeps its rows.
 *
 * @returns whether benchpress got at least as much from each server as each other tool, within 3 %
 * @throws BenchError when a tool fails or a target cannot be started
 */
export async function runCapacitySuite(argv: readonly string[]): Promise<boolean> {
  const asked = parseCapacityOptions(argv)
  const options = { ...asked, peers: await readyGenerators(asked.peers), targets: await readyGenerators(asked.targets) }
  const rows = new Map<string, CapacityRow>()
  const pinning = await createPinning()
  const temporary = await mkdtemp(join(tmpdir(), 'benchpress-capacity-'))
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
  const minimums: JudgedMinimum[] = []
  for (const place of placesOf(options, pinning)) {
    const name = `${place.target.name}, ${place.placement}, ${place.load.name}`
    const row = await measureRow(place, options, temporary)
    rows.set(name, row)
    minimums.push(...judge(name, row, options))
    console.log(`\n${drawRow(name, row)}`)
    if (options.json !== undefined) await writeJson(options.json, 'capacity', { rounds: options.rounds, rows: Object.fromEntries(rows) })
  }
  console.log(`\n${drawMinimums(minimums)}`)
  return minimums.every(({ state }) => state !== 'not met')
}

// oha has no pipelining over HTTP/1.1, and batches of one request are no different load.
function peersFor({ pipelining }: LoadCase, peers: readonly Peer[]): readonly Peer[] {
  return peers.filter(({ name }) => name !== (pipelining === 1 ? wholeBatches : 'oha'))
}

/** One row to measure: a server, its placement, and the load. */
interface Place {
  readonly target: CapacityTarget
  readonly placement: Placement
  readonly load: LoadCase
  readonly places: Pick<Pinning, 'target' | 'generator'>
}

function placesOf({ targets, placements, loads }: CapacityOptions, pinning: Pinning): readonly Place[] {
  const possible = placements.filter((placement) => placement === 'free' || pinning.isPinned)
  if (possible.length < placements.length) console.error('pinned is left out: pinning needs taskset and CPUs 0 and 1')
  return targets.flatMap((target) =>
    possible.flatMap((placement) => {
      const places = placement === 'pinned' ? pinning : { target: stay, generator: stay }
      return loads.map((load) => ({ target, placement, load, places }))
    }),
  )
}

const stay = (command: readonly string[]): readonly string[] => command

// Each load has a target of its own, which is not affected by earlier loads.
async function measureRow({ target, placement, load, places }: Place, options: CapacityOptions, temporary: string): Promise<CapacityRow> {
  const running = await startCapacityTarget(target, places.target, temporary)
  const peers = peersFor(load, options.peers)
  try {
    const asked = { ...load, url: running.url }
    const all = await measureCapacity(peers, asked, running, { place: places.generator, temporary, rounds: options.rounds })
    const kept = all.filter((round) => !isDisturbed(round))
    const setAside = all.length - kept.length
    console.error(`${target.name} ${placement} ${load.name}: ${kept.length} rounds, ${setAside} set aside`)
    // Where no round was undisturbed, the disturbed ones are shown as such.
    const rounds = kept.length > 0 ? kept : all
    const turns = rounds.flatMap((round) => round.turns)
    const tools = peers.map(({ name }) =>
      figuresOf(
        name,
        turns.filter(({ tool }) => tool === name),
      ),
    )
    return { rounds: kept.length, setAside, tools, ratios: ratiosOf(tools, load) }
  } finally {
    await running.stop()
  }
}

function figuresOf(tool: string, turns: readonly CapacityTurn[]): ToolFigures {
  const rates = turns.map(({ requests, seconds }) => requests / seconds)
  const sum = (read: (turn: CapacityTurn) => number): number => turns.reduce((total, each) => total + read(each), 0)
  const seconds = sum((each) => each.seconds)
  const targetSeconds = sum(({ targetCpu }) => targetCpu)
  return {
    tool,
    requestsPerSecond: median(rates),
    rates,
    targetCpu: targetSeconds / seconds,
    toolCpu: sum(({ toolCpu }) => toolCpu) / seconds,
    targetCpuOfRequest: (targetSeconds / sum(({ requests }) => requests)) * 1e6,
  }
}

// wrk pipelines by whole batches, and is compared with benchpress doing the same.
function ratiosOf(tools: readonly ToolFigures[], { pipelining }: LoadCase): CapacityRow['ratios'] {
  return tools.flatMap(({ tool: to, rates }) => {
    if (to === benchpress || to === wholeBatches) return []
    const of = to === 'wrk' && pipelining > 1 ? wholeBatches : benchpress
    const own = tools.find(({ tool }) => tool === of)
    if (own === undefined) return []
    const { ratio, interval, answer } = compareRuns(rates, own.rates, { better: 'high', margin, paired: true })
    return [{ of, to, ratio, interval, answer }]
  })
}

function judge(name: string, { ratios, rounds }: CapacityRow, options: CapacityOptions): readonly JudgedMinimum[] {
  return ratios.map(({ of, to, answer, ...ratio }) => {
    const text = `${name}: ${of} at least as much as ${to}, within ${margin * 100} %`
    if (rounds < options.rounds) return { text, state: 'not measured', measured: `disturbed, ${drawRatio(ratio)}` }
    const state = answer === 'inconclusive' ? 'undecided' : answer === 'worse' ? 'not met' : 'met'
    return { text, state, measured: drawRatio(ratio) }
  })
}

function drawRow(name: string, { tools, rounds, setAside }: CapacityRow): string {
  const head = ['tool', 'req/s', 'lowest .. highest', 'target CPU', 'µs of it a request', 'tool CPU']
  const lines = tools.map(({ tool, requestsPerSecond, rates, targetCpu, targetCpuOfRequest, toolCpu }) => [
    tool,
    whole.format(requestsPerSecond),
    `${whole.format(Math.min(...rates))} .. ${whole.format(Math.max(...rates))}`,
    targetCpu.toFixed(2),
    targetCpuOfRequest.toFixed(1),
    toolCpu.toFixed(2),
  ])
  return `${name}: ${rounds} rounds, ${setAside} set aside\n${drawTable(head, lines)}`
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
