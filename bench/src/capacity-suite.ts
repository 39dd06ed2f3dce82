import Table from 'cli-table3'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import type { Pinning } from './pin.ts'
import { isDisturbed, takeTurns } from './take-turns.ts'
import { writeJson } from './write-json.ts'

const ours = 'benchpress'
const leastOfBest = 0.97

interface ToolMeasurements {
  readonly tool: string
  readonly kept: readonly CapacityMeasurement[]
  readonly setAside: readonly CapacityMeasurement[]
}

interface CapacityRow {
  readonly target: string
  readonly placement: Placement
  readonly load: string
  readonly tools: readonly ToolMeasurements[]
  /** Of ours to the best of the others; `null` where one of them was not measured. */
  readonly toBest: (Ratio & { readonly best: string }) | null
}

/**
 * Measures the most that servers give, asked by several tools by turns: it must not depend on who asks.
 *
 * @returns whether ours got at least as much of each, but for 3 %, as the best of the others
 * @throws BenchError when a tool fails or a target cannot be started
 */
export async function runCapacitySuite(argv: readonly string[]): Promise<boolean> {
  const asked = parseCapacityOptions(argv)
  const options = { ...asked, peers: await readyGenerators(asked.peers), targets: await readyGenerators(asked.targets) }
  const startedAt = new Date().toISOString()
  const temporary = await mkdtemp(join(tmpdir(), 'benchpress-capacity-'))
  const rows = await measureAll(options, await createPinning(), temporary).finally(() => rm(temporary, { recursive: true }))
  for (const row of rows) console.log(`\n${drawRow(row)}`)
  const minimums = rows.flatMap(judge)
  console.log(`\n${drawMinimums(minimums)}`)
  if (options.json !== undefined)
    await writeJson(options.json, 'capacity', { startedAt, seconds: options.seconds, rounds: options.rounds, rows, minimums })
  return minimums.every(({ state }) => state !== 'not met')
}

async function measureAll(options: CapacityOptions, pinning: Pinning, temporary: string): Promise<readonly CapacityRow[]> {
  const rows: CapacityRow[] = []
  for (const target of options.targets)
    for (const placement of options.placements) {
      if (placement === 'pinned' && !pinning.isPinned) {
        console.error(`${target.name} pinned is skipped: pinning needs taskset and CPUs 0 and 1`)
        continue
      }
      const places = placement === 'pinned' ? pinning : { target: stay, generator: stay }
      for (const load of options.loads) rows.push(await measureRow(target, placement, load, { options, places, temporary }))
    }
  return rows
}

const stay = (command: readonly string[]): readonly string[] => command

interface Around {
  readonly options: CapacityOptions
  readonly places: Pick<Pinning, 'target' | 'generator'>
  readonly temporary: string
}

// A target of its own for each load: none goes on with what another left it.
async function measureRow(
  target: CapacityTarget,
  placement: Placement,
  load: LoadCase,
  { options, places, temporary }: Around,
): Promise<CapacityRow> {
  const running = await startCapacityTarget(target, places.target, temporary)
  const asked = { ...load, seconds: options.seconds, url: running.url }
  // It has no pipelining over HTTP/1.1.
  const peers = options.peers.filter(({ name }) => name !== 'oha' || load.pipelining === 1)
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
    return { target: target.name, placement, load: load.name, tools, toBest: toBestOf(tools) }
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

function judge({ target, placement, load, tools, toBest }: CapacityRow): readonly JudgedMinimum[] {
  if (toBest === null) return []
  const text = `${target} ${placement} ${load}: at least ${leastOfBest}x ${toBest.best}, the best of the others`
  const compared = tools.filter(({ tool }) => tool === ours || tool === toBest.best)
  // Figures of a machine that did something else say nothing of either.
  if (compared.some(({ kept }) => kept.some(isDisturbed)))
    return [{ text, state: 'not measured', measured: `disturbed, ${drawRatio(toBest)}` }]
  return [judged(text, toBest.ratio >= leastOfBest, drawRatio(toBest))]
}

function drawRow({ target, placement, load, tools }: CapacityRow): string {
  const head = ['tool', 'req/s', 'lowest .. highest', 'target CPU', 'tool CPU', 'set aside', 'disturbed']
  const table = new Table({ head, style: { head: [], border: [] }, colAligns: ['left', ...head.slice(1).map(() => 'right' as const)] })
  for (const { tool, kept, setAside } of tools) {
    const rates = kept.map(({ requestsPerSecond }) => requestsPerSecond)
    const mean = (read: (each: (typeof kept)[number]) => number): number => kept.reduce((sum, each) => sum + read(each), 0) / kept.length
    table.push([
      tool,
      whole.format(geometricMean(rates)),
      `${whole.format(Math.min(...rates))} .. ${whole.format(Math.max(...rates))}`,
      mean(({ targetCpu }) => targetCpu).toFixed(2),
      mean(({ toolCpu }) => toolCpu).toFixed(2),
      setAside.length,
      kept.filter(isDisturbed).length,
    ])
  }
  return `${target}, ${placement}, ${load}\n${table.toString()}`
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

function drawRatio({ ratio, low, high }: Ratio): string {
  const within = low === null || high === null ? 'one measurement of each' : `${low.toFixed(2)} to ${high.toFixed(2)}`
  return `${ratio.toFixed(2)}x (${within})`
}
