import { expect, test } from 'vitest'
import { judgeEcho, type EchoRow } from './judge-echo.ts'
import type { EchoRound } from './measure-echo.ts'

const round: EchoRound = {
  acked: 1000,
  lost: 0,
  p50: 1,
  p99: 2,
  cpuPerAck: 40,
  bytesPerConnection: 40_000,
  peakRssBytes: 200e6,
  targetCpuPerAck: 30,
}

function rows(ours: readonly Partial<EchoRound>[]): readonly EchoRow[] {
  return [
    { generator: 'socket.io-client', rounds: [round, round, round] },
    { generator: 'benchpress', rounds: ours.map((each) => ({ ...round, ...each })) },
  ]
}

test('minimums are met at exactly their figures, and judged by medians over the rounds', () => {
  const ours = [{ cpuPerAck: 10 }, { cpuPerAck: 48, bytesPerConnection: 52_000 }, { cpuPerAck: 900, bytesPerConnection: 53_000 }]
  expect(judgeEcho(rows(ours))).toEqual([
    { text: 'nothing lost', state: 'met', measured: '0' },
    { text: 'at most 1.2x the CPU per acknowledgement of socket.io-client', state: 'met', measured: '1.20x' },
    { text: 'at most 1.3x the memory per connection of socket.io-client', state: 'met', measured: '1.30x' },
  ])
})

test('minimums are not met above their figures, and one acknowledgement lost in any round is too many', () => {
  const ours = [{ lost: 1, cpuPerAck: 49, bytesPerConnection: 53_000 }, { cpuPerAck: 49, bytesPerConnection: 53_000 }, {}]
  expect(judgeEcho(rows(ours)).map(({ state }) => state)).toEqual(['not met', 'not met', 'not met'])
})

test('without the peer only minimums that need none are judged, and without benchpress none', () => {
  const [bare, ours] = rows([{}])
  expect(judgeEcho(ours === undefined ? [] : [ours]).map(({ text }) => text)).toEqual(['nothing lost'])
  expect(judgeEcho(bare === undefined ? [] : [bare])).toEqual([])
})
