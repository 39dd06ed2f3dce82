import { median } from '../median.ts'
import { judged } from '../minimums.ts'
import type { JudgedMinimum } from '../minimums.ts'
import type { EchoRound } from './measure-echo.ts'

/** The rounds of one generator. */
export interface EchoRow {
  readonly generator: string
  readonly rounds: readonly EchoRound[]
}

/** Most CPU and memory as a multiple of those of `socket.io-client` alone. */
const mostOfBare = { cpu: 1.2, memory: 1.3 }

/** Compares the measurements with the minimums of benchpress; without the bare client, only with those that need no peer. */
export function judgeEcho(rows: readonly EchoRow[]): readonly JudgedMinimum[] {
  const roundsOf = (name: string): readonly EchoRound[] => rows.find(({ generator }) => generator === name)?.rounds ?? []
  const [ours, bare] = [roundsOf('benchpress'), roundsOf('socket.io-client')]
  if (ours.length === 0) return []
  const lost = ours.reduce((sum, round) => sum + round.lost, 0)
  const ownMinimums = [judged('nothing lost', lost === 0, String(lost))]
  if (bare.length === 0) return ownMinimums
  const ratio = (read: (round: EchoRound) => number): number => median(ours.map(read)) / median(bare.map(read))
  const cpu = ratio(({ cpuPerAck }) => cpuPerAck)
  const memory = ratio(({ bytesPerConnection }) => bytesPerConnection)
  return [
    ...ownMinimums,
    judged(`at most ${mostOfBare.cpu}x the CPU per acknowledgement of socket.io-client`, cpu <= mostOfBare.cpu, `${cpu.toFixed(2)}x`),
    judged(
      `at most ${mostOfBare.memory}x the memory per connection of socket.io-client`,
      memory <= mostOfBare.memory,
      `${memory.toFixed(2)}x`,
    ),
  ]
}
