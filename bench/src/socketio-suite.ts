import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Table from 'cli-table3'
import { buildProgram } from './build-program.ts'
import { measureInTurn } from './measure-in-turn.ts'
import { median } from './median.ts'
import { drawMinimums } from './minimums.ts'
import { createPinning } from './pin.ts'
import { artilleryEcho } from './socketio/artillery.ts'
import { bareEcho } from './socketio/bare.ts'
import { benchpressEcho } from './socketio/benchpress.ts'
import type { EchoGenerator } from './socketio/echo-load.ts'
import { judgeEcho } from './socketio/judge-echo.ts'
import type { EchoRow } from './socketio/judge-echo.ts'
import { measureEcho } from './socketio/measure-echo.ts'
import type { EchoRound } from './socketio/measure-echo.ts'
import { parseSuiteOptions } from './suite-options.ts'
import { writeJson } from './write-json.ts'

const users = 2000

/**
 * Measures generators with 2,000 users of Socket.IO in one process, each of which waits for the acknowledgement of one emit before the next: the cost of an
 * acknowledgement and of a connection.
 *
 * @returns whether no minimum was missed
 * @throws BenchError when a generator fails or a program cannot be compiled
 */
export async function runSocketioSuite(argv: readonly string[]): Promise<boolean> {
  const known: readonly EchoGenerator[] = [bareEcho, artilleryEcho, benchpressEcho]
  const { generators: chosen, ...options } = parseSuiteOptions(argv, known, { rounds: 3, seconds: 10 })
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-bench-'))
  try {
    const setting = { pinning: await createPinning(), program: await buildProgram('run-with-usage'), folder }
    if (!setting.pinning.isPinned) console.error('target and generator share CPUs: pinning needs taskset and CPUs 0 and 1')
    const rows: { generator: EchoGenerator; rounds: EchoRound[] }[] = []
    for (const generator of chosen) {
      const reason = await generator.prepare(folder)
      if (reason === undefined) rows.push({ generator, rounds: [] })
      else console.error(`${generator.name} is left out: ${reason}`)
    }
    await measureInTurn(rows, options.rounds, async ({ generator }) => {
      const measured = await measureEcho(generator, users, options.seconds, setting)
      console.error(`${generator.name}: ${measured.cpuPerAck.toFixed(1)} us an ack, ${kilobytes(measured.bytesPerConnection)} a connection`)
      return measured
    })
    const named = rows.map(({ generator, rounds }) => ({ generator: generator.name, rounds }))
    console.log(drawRows(named))
    const minimums = judgeEcho(named)
    console.log(drawMinimums(minimums))
    if (options.json !== undefined) await writeJson(options.json, 'socketio', { users, seconds: options.seconds, rows: named, minimums })
    return minimums.every(({ state }) => state !== 'not met')
  } finally {
    await rm(folder, { recursive: true })
  }
}

function drawRows(rows: readonly EchoRow[]): string {
  const head = ['tool', 'acks', 'lost', 'p50', 'p99', 'CPU an ack', 'vs bare', 'memory a connection', 'vs bare', 'peak RSS', 'target CPU']
  const table = new Table({ head, style: { head: [], border: [] } })
  const bare = rows.find(({ generator }) => generator === bareEcho.name)?.rounds
  for (const { generator, rounds } of rows) {
    const of = (read: (round: EchoRound) => number | null): number => median(rounds.map((round) => read(round) ?? NaN))
    const ratio = (read: (round: EchoRound) => number): string =>
      bare === undefined ? 'n/a' : `${(of(read) / median(bare.map(read))).toFixed(2)}x`
    table.push([
      generator,
      of(({ acked }) => acked).toFixed(0),
      orUnknown(
        of(({ lost }) => lost),
        0,
      ),
      orUnknown(
        of(({ p50 }) => p50),
        1,
        ' ms',
      ),
      orUnknown(
        of(({ p99 }) => p99),
        1,
        ' ms',
      ),
      `${of(({ cpuPerAck }) => cpuPerAck).toFixed(1)} us`,
      ratio(({ cpuPerAck }) => cpuPerAck),
      kilobytes(of(({ bytesPerConnection }) => bytesPerConnection)),
      ratio(({ bytesPerConnection }) => bytesPerConnection),
      `${(Math.max(...rounds.map(({ peakRssBytes }) => peakRssBytes)) / 1e6).toFixed(0)} MB`,
      `${of(({ targetCpuPerAck }) => targetCpuPerAck).toFixed(1)} us`,
    ])
  }
  return table.toString()
}

function orUnknown(value: number, digits: number, unit = ''): string {
  return Number.isNaN(value) ? 'n/a' : `${value.toFixed(digits)}${unit}`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1e3).toFixed(1)} KB`
}
