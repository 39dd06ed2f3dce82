import { readyGenerators } from './generator.ts'
import { measureInTurn } from './measure-in-turn.ts'
import { median } from './median.ts'
import { drawTable, megabytes, report } from './report.ts'
import { bareEcho } from './socketio/bare.ts'
import { benchpressEcho } from './socketio/benchpress.ts'
import type { EchoGenerator } from './socketio/echo-load.ts'
import { judgeEcho } from './socketio/judge-echo.ts'
import type { EchoRow } from './socketio/judge-echo.ts'
import { measureEcho } from './socketio/measure-echo.ts'
import type { EchoRound } from './socketio/measure-echo.ts'
import { withUsage } from './setting.ts'
import { parseSuiteOptions } from './suite-options.ts'

const users = 2000

/**
 * Measures generators with 2,000 users of Socket.IO in one process, each of which waits for the acknowledgement of one emit before the next: the cost of an
 * acknowledgement and of a connection.
 *
 * @returns whether no minimum was missed
 * @throws BenchError when a generator fails or a program cannot be compiled
 */
export async function runSocketioSuite(argv: readonly string[]): Promise<boolean> {
  const known: readonly EchoGenerator[] = [bareEcho, benchpressEcho]
  const { generators: chosen, ...options } = parseSuiteOptions(argv, known, { rounds: 3, seconds: 10 })
  const turns = await withUsage(async (setting) => {
    const ready = await readyGenerators(chosen, setting.folder)
    return await measureInTurn(ready, options.rounds, async (generator) => {
      const round = await measureEcho(generator, users, options.seconds, setting)
      console.error(`${generator.name}: ${round.cpuPerAck.toFixed(1)} us an ack, ${kilobytes(round.bytesPerConnection)} a connection`)
      return round
    })
  })
  const rows = turns.map(({ kind: { name }, rounds }) => ({ generator: name, rounds }))
  const measured = { users, seconds: options.seconds, rows }
  return await report({ suite: 'socketio', tables: [drawRows(rows)], minimums: judgeEcho(rows), measured }, options.json)
}

function drawRows(rows: readonly EchoRow[]): string {
  const head = ['tool', 'acks', 'lost', 'p50', 'p99', 'CPU an ack', 'vs bare', 'memory a connection', 'vs bare', 'peak RSS', 'target CPU']
  const bare = rows.find(({ generator }) => generator === bareEcho.name)?.rounds
  const lines = rows.map(({ generator, rounds }) => {
    const of = (name: keyof EchoRound): number => median(rounds.map((round) => round[name]))
    const ratio = (name: 'cpuPerAck' | 'bytesPerConnection'): string =>
      bare === undefined ? 'n/a' : `${(of(name) / median(bare.map((round) => round[name]))).toFixed(2)}x`
    return [
      generator,
      of('acked').toFixed(0),
      of('lost').toFixed(0),
      `${of('p50').toFixed(1)} ms`,
      `${of('p99').toFixed(1)} ms`,
      `${of('cpuPerAck').toFixed(1)} us`,
      ratio('cpuPerAck'),
      kilobytes(of('bytesPerConnection')),
      ratio('bytesPerConnection'),
      megabytes(Math.max(...rounds.map(({ peakRssBytes }) => peakRssBytes))),
      `${of('targetCpuPerAck').toFixed(1)} us`,
    ]
  })
  return drawTable(head, lines)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1e3).toFixed(1)} KB`
}
