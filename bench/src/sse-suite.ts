import { readyGenerators, type Generator } from './generator.ts'
import { measureInTurn } from './measure-in-turn.ts'
import { median } from './median.ts'
import { judged } from './minimums.ts'
import type { JudgedMinimum } from './minimums.ts'
import { nodeScript, pluginScript } from './node-script.ts'
import { drawTable, megabytes, report } from './report.ts'
import { readReport, runWithUsage } from './run-with-usage.ts'
import type { UsageSetting } from './run-with-usage.ts'
import { startBridge } from './sse/bridge-target.ts'
import type { SseLoad, SseReport } from './sse/sse-load.ts'
import { withUsage } from './setting.ts'
import { parseSuiteOptions } from './suite-options.ts'

/** The `eventsource` package for the subscribers, and 20 bare sockets for the messages, which are cheaper than any HTTP client. */
const eventsourceSse: Generator<SseLoad> = { name: 'eventsource', ...nodeScript(import.meta.resolve('./sse/eventsource-load.mjs')) }

const folder = new URL('sse/', import.meta.url).href
const benchpressSse: Generator<SseLoad> = {
  name: 'benchpress',
  ...pluginScript('plugin-sse', folder, ['benchpress-load.mjs', 'bridge-ids.mjs', 'subscriber.mjs', 'sender.mjs']),
}

const full = { subscribers: 2000, ids: 5, rate: 4000 }
// The cost of opening the subscriptions, that of a run without messages, is not part of a message.
const shortSeconds = 1
/** Most memory and CPU per message as a share of the `eventsource` package's. */
const mostOfPeer = { memory: 0.7, cpu: 0.8 }

interface SseRound extends SseReport {
  readonly cpuPerMessage: number
  readonly peakRssBytes: number
  readonly targetCpuPerMessage: number
  /** Number of messages that the bridge accepted, by its own count. */
  readonly acceptedByTarget: number
  readonly deliveredByTarget: number
}

interface SseRow {
  readonly generator: string
  readonly rounds: readonly SseRound[]
}

/**
 * Measures generators with 2,000 subscribers of five ids each, to which 4,000 messages a second are sent over a bridge: the cost of a message.
 *
 * @returns whether no minimum was missed
 * @throws BenchError when a generator fails or a program cannot be compiled
 */
export async function runSseSuite(argv: readonly string[]): Promise<boolean> {
  const known: readonly Generator<SseLoad>[] = [eventsourceSse, benchpressSse]
  const { generators: chosen, ...options } = parseSuiteOptions(argv, known, { rounds: 3, seconds: 20 })
  const turns = await withUsage(async (setting) => {
    const ready = await readyGenerators(chosen, setting.folder)
    return await measureInTurn(ready, options.rounds, async (generator) => await measureRound(generator, options.seconds, setting))
  })
  const rows = turns.map(({ kind: { name }, rounds }) => ({ generator: name, rounds }))
  const measured = { ...full, seconds: options.seconds, rows }
  return await report({ suite: 'sse', tables: [drawRows(rows)], minimums: judge(rows), measured }, options.json)
}

async function measureRound(generator: Generator<SseLoad>, seconds: number, setting: UsageSetting): Promise<SseRound> {
  const short = await runOnce(generator, shortSeconds, setting)
  const long = await runOnce(generator, seconds, setting)
  const messages = long.report.sent - short.report.sent
  const round = {
    ...long.report,
    cpuPerMessage: ((long.cpuSeconds - short.cpuSeconds) / messages) * 1e6,
    peakRssBytes: long.peakRssBytes,
    targetCpuPerMessage: (long.target.cpuSeconds / long.report.sent) * 1e6,
    acceptedByTarget: long.target.accepted,
    deliveredByTarget: long.target.delivered,
  }
  const size = megabytes(round.peakRssBytes)
  console.error(`${generator.name}: ${round.cpuPerMessage.toFixed(1)} us a message, ${size}, ${round.received} of ${round.sent} received`)
  return round
}

interface SseRun {
  readonly report: SseReport
  readonly target: { readonly accepted: number; readonly delivered: number; readonly cpuSeconds: number }
  readonly cpuSeconds: number
  readonly peakRssBytes: number
}

async function runOnce(generator: Generator<SseLoad>, seconds: number, setting: UsageSetting): Promise<SseRun> {
  const target = await startBridge(setting.pinning.target)
  try {
    const load: SseLoad = { url: target.url, ...full, seconds }
    const command = await generator.command(load, setting.folder)
    const { stdout, ...usage } = await runWithUsage(generator.name, command, seconds + 60, setting)
    return { report: readReport(stdout) as SseReport, target: await target.count(), ...usage }
  } finally {
    await target.stop()
  }
}

function drawRows(rows: readonly SseRow[]): string {
  const head = ['tool', 'sent', 'accepted', 'received', 'duplicated', 'dropped', 'p50', 'p99', 'CPU a message', 'peak RSS', 'target CPU']
  const lines = rows.map(({ generator, rounds }) => {
    const of = (read: (round: SseRound) => number): number => median(rounds.map(read))
    return [
      generator,
      ...(['sent', 'accepted', 'received', 'duplicated', 'dropped'] as const).map((figure) => of((round) => round[figure])),
      ...(['p50', 'p99'] as const).map((figure) => `${of((round) => round[figure] ?? NaN).toFixed(2)} ms`),
      `${of((round) => round.cpuPerMessage).toFixed(1)} us`,
      megabytes(Math.max(...rounds.map((round) => round.peakRssBytes))),
      `${of((round) => round.targetCpuPerMessage).toFixed(1)} us`,
    ]
  })
  return drawTable(head, lines)
}

function judge(rows: readonly SseRow[]): readonly JudgedMinimum[] {
  const roundsOf = (name: string): readonly SseRound[] => rows.find(({ generator }) => generator === name)?.rounds ?? []
  const [ours, theirs] = [roundsOf('benchpress'), roundsOf('eventsource')]
  if (ours.length === 0) return []
  const wrong = ours.reduce((sum, round) => sum + (round.sent - round.received) + round.duplicated + round.dropped, 0)
  const cpu = median(ours.map((round) => round.cpuPerMessage))
  const memory = Math.max(...ours.map((round) => round.peakRssBytes))
  const ownMinimums = [
    judged('nothing lost, duplicated or dropped', wrong === 0, String(wrong)),
    judged('less than 60 us of CPU a message', cpu < 60, `${cpu.toFixed(1)} us`),
    judged('less than 180 MB', memory < 180e6, megabytes(memory)),
  ]
  if (theirs.length === 0) return ownMinimums
  const cpuRatio = cpu / median(theirs.map((round) => round.cpuPerMessage))
  const memoryRatio = memory / Math.max(...theirs.map((round) => round.peakRssBytes))
  return [
    ...ownMinimums,
    judged(`at most ${mostOfPeer.cpu}x the CPU of eventsource`, cpuRatio <= mostOfPeer.cpu, `${cpuRatio.toFixed(2)}x`),
    judged(`at most ${mostOfPeer.memory}x the memory of eventsource`, memoryRatio <= mostOfPeer.memory, `${memoryRatio.toFixed(2)}x`),
  ]
}
