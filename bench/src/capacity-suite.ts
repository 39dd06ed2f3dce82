import Table from 'cli-table3'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { BenchError } from './bench-error.ts'
import { parseCapacityOptions } from './capacity/capacity-options.ts'
import type { CapacityOptions, Placement } from './capacity/capacity-options.ts'
import { measureCapacity } from './capacity/measure-capacity.ts'
import type { CapacityMeasurement } from './capacity/measure-capacity.ts'
import { geometricMean, ratioOf } from './capacity/ratio.ts'
import type { Ratio } from './capacity/ratio.ts'
import { startCapacityTarget } from './capacity/running-target.ts'
import type { CapacityTarget } from './capacity/targets.ts'
import { readyGenerators } from './generator.ts'
import type { LoadCase } from './load-case.ts'
import { drawMinimums, judged } from './minimums.ts'
import type { JudgedMinimum } from './minimums.ts'
import { createPinning } from './pin.ts'
import type { Peer } from './peers/peer.ts'
import type { Pinning } from './pin.ts'
import { isDisturbed, takeTurns } from './take-turns.ts'
import { describeMachine, writeJson, type Machine } from './write-json.ts'

const ours = 'benchpress'
const leastOfBest = 0.97

interface ToolMeasurements {
  readonly tool: string
  readonly kept: readonly CapacityMeasurement[]
  readonly setAside: readonly CapacityMeasurement[]
}

/** One server at one place, asked in one way by each tool. */
interface CapacityRow {
  readonly measuredAt: string
  readonly tools: readonly ToolMeasurements[]
  /** Of ours to the best of the others; `null` where one of them was not measured. */
  readonly toBest: (Ratio & { readonly best: string }) | null
}

/**
 * Measures the most that servers give, asked by several tools by turns: it must not depend on who asks.
 *
 * Each row is printed, and written to the file, as soon as it is measured: a run that is ended keeps them, and `--resume` measures what is missing or was disturbed.
 *
 * @returns whether ours got at least as much of each, but for 3 %, as the best of the others
 * @throws BenchError when a tool fails, a target cannot be started, or the file that is resumed was measured otherwise
 */
export async function runCapacitySuite(argv: readonly string[]): Promise<boolean> {
  const asked = parseCapacityOptions(argv)
  const options = { ...asked, peers: await readyGenerators(asked.peers), targets: await readyGenerators(asked.targets) }
  const rows = new Map(options.resume && options.json !== undefined ? await readRows(options.json, options) : [])
  const pinning = await createPinning()
  const temporary = await mkdtemp(join(tmpdir(), 'benchpress-capacity-'))
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
  const minimums: JudgedMinimum[] = []
  for (const place of placesOf(options, pinning)) {
    const name = `${place.target.name}, ${place.placement}, ${place.load.name}`
    const known = rows.get(name)
    const row = known !== undefined && isSettled(known, place.load, options) ? known : await measureRow(place, options, temporary)
    rows.set(name, row)
    minimums.push(...judge(name, row))
    console.log(`\n${drawRow(name, row)}`)
    const { seconds, rounds, json } = options
    if (json !== undefined) await writeJson(json, 'capacity', { seconds, rounds, rows: Object.fromEntries(rows) })
  }
  console.log(`\n${drawMinimums(minimums)}`)
  return minimums.every(({ state }) => state !== 'not met')
}

/**
 * The rows of an earlier run.
 *
 * @throws BenchError when they were measured on another machine, with another Node.js, or for another time
 */
async function readRows(file: string, { seconds }: CapacityOptions): Promise<Iterable<[string, CapacityRow]>> {
  if (!existsSync(file)) return []
  const earlier = JSON.parse(await readFile(file, 'utf8')) as { machine: Machine; seconds: number; rows: Record<string, CapacityRow> }
  if (!isDeepStrictEqual(earlier.machine, describeMachine()) || earlier.seconds !== seconds)
    throw new BenchError(`${file} was measured on another machine, with another Node.js or other --seconds: give another file`)
  return Object.entries(earlier.rows)
}

/** Whether a row has enough rounds of each tool that is asked for, none of them disturbed. */
function isSettled({ tools }: CapacityRow, load: LoadCase, { rounds, peers }: CapacityOptions): boolean {
  const isEnough = (tool: ToolMeasurements): boolean => tool.kept.length >= rounds && !isToolDisturbed(tool)
  return peersFor(load, peers).every(({ name }) => tools.some((tool) => tool.tool === name && isEnough(tool)))
}

// oha has no pipelining over HTTP/1.1.
function peersFor({ pipelining }: LoadCase, peers: readonly Peer[]): readonly Peer[] {
  return peers.filter(({ name }) => name !== 'oha' || pipelining === 1)
}

/** One row to measure: a server, where it runs, and how it is asked. */
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

// A target of its own for each load: none goes on with what another left it.
async function measureRow({ target, placement, load, places }: Place, options: CapacityOptions, temporary: string): Promise<CapacityRow> {
  const running = await startCapacityTarget(target, places.target, temporary)
  const asked = { ...load, seconds: options.seconds, url: running.url }
  const peers = peersFor(load, options.peers)
  try {
    const turns = await takeTurns(peers, options.rounds, async (tool) => {
      const measured = await measureCapacity(tool, asked, running, { place: places.generator, temporary })
      const lost = `others ${measured.otherCpu.toFixed(2)} CPUs, stolen ${(measured.disturbance.stolenCpu ?? 0).toFixed(2)}`
      const aside = isDisturbed(measured) ? ', set aside' : ''
      console.error(
        `${target.name} ${placement} ${load.name} ${tool.name}: ${Math.round(measured.requestsPerSecond)} req/s (${lost}${aside})`,
      )
      return measured
    })
    const tools = turns.map(({ kind, kept, setAside }) => ({ tool: kind.name, kept, setAside }))
    return { measuredAt: new Date().toISOString(), tools, toBest: toBestOf(tools) }
  } finally {
    await running.stop()
  }
}

const ratesOf = ({ kept }: ToolMeasurements): readonly number[] => kept.map(({ requestsPerSecond }) => requestsPerSecond)

function toBestOf(tools: readonly ToolMeasurements[]): CapacityRow['toBest'] {
  const own = tools.find(({ tool }) => tool === ours)
  const [best] = tools.filter(({ tool }) => tool !== ours).toSorted((a, b) => geometricMean(ratesOf(b)) - geometricMean(ratesOf(a)))
  return own === undefined || best === undefined ? null : { best: best.tool, ...ratioOf(ratesOf(own), ratesOf(best)) }
}

const isToolDisturbed = ({ kept }: ToolMeasurements): boolean => kept.some(isDisturbed)

function judge(name: string, { tools, toBest }: CapacityRow): readonly JudgedMinimum[] {
  if (toBest === null) return []
  const text = `${name}: at least ${leastOfBest}x ${toBest.best}, the best of the others`
  const compared = tools.filter(({ tool }) => tool === ours || tool === toBest.best)
  // Figures of a machine that did something else say nothing of either.
  if (compared.some(isToolDisturbed)) return [{ text, state: 'not measured', measured: `disturbed, ${drawRatio(toBest)}` }]
  return [judged(text, toBest.ratio >= leastOfBest, drawRatio(toBest))]
}

function drawRow(name: string, { tools }: CapacityRow): string {
  const head = ['tool', 'req/s', 'lowest .. highest', 'target CPU', 'µs of it a request', 'tool CPU', 'set aside', 'disturbed']
  const table = new Table({ head, style: { head: [], border: [] }, colAligns: ['left', ...head.slice(1).map(() => 'right' as const)] })
  for (const { tool, kept, setAside } of tools) {
    const rates = kept.map(({ requestsPerSecond }) => requestsPerSecond)
    const mean = (read: (each: (typeof kept)[number]) => number): number => kept.reduce((sum, each) => sum + read(each), 0) / kept.length
    table.push([
      tool,
      whole.format(geometricMean(rates)),
      `${whole.format(Math.min(...rates))} .. ${whole.format(Math.max(...rates))}`,
      mean(({ targetCpu }) => targetCpu).toFixed(2),
      mean(({ targetCpu, requestsPerSecond }) => (targetCpu / requestsPerSecond) * 1e6).toFixed(1),
      mean(({ toolCpu }) => toolCpu).toFixed(2),
      setAside.length,
      kept.filter(isDisturbed).length,
    ])
  }
  return `${name}\n${table.toString()}`
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

function drawRatio({ ratio, low, high }: Ratio): string {
  const within = low === null || high === null ? 'one measurement of each' : `${low.toFixed(2)} to ${high.toFixed(2)}`
  return `${ratio.toFixed(2)}x (${within})`
}
