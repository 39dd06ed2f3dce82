import { expect, test } from 'vitest'
import { judgeRates } from './judge-rates.ts'
import type { RateRound } from './judge-rates.ts'

const round: RateRound = {
  sent: 1,
  unevenness: 0.05,
  cpuSecondsPer1000: 0.01,
  peakRssBytes: 1e8,
  otherCpu: 0,
  isDisturbed: false,
  times: { lag50: 0.02, lag99: 0.8, response50: 0.1 },
}
const late: RateRound = { ...round, times: { ...round.times, lag99: 2.5 } }

function judge(generators: Readonly<Record<string, RateRound>>): readonly string[] {
  const rows = Object.entries(generators).map(([generator, measured]) => ({
    rate: 2000,
    generator,
    rounds: [measured, measured, measured],
  }))
  return judgeRates(rows).map(({ text, state, measured }) => `${state}: ${text}: ${measured}`)
}

test('a generator that is late where a sleeping program is not misses the minimum', () => {
  expect(judge({ benchpress: late, 'sleeper in C': round })).toContain('not met: 2000/s: send lag of at most 1 ms (p99): 2.500 ms')
})

test('a late generator is undecided where a program that only sleeps is late, too', () => {
  const asleep: RateRound = { ...round, times: { ...round.times, lag99: 1.2 } }
  expect(judge({ benchpress: late, 'sleeper in C': asleep })).toContain(
    'not measured: 2000/s: send lag of at most 1 ms (p99): 2.500 ms, where a sleeping program is 1.200 ms late',
  )
})

test('a generator that is far later than a program that only sleeps misses the minimum, however late that is', () => {
  const [asleep, ours] = [1.2, 6.1].map((lag99): RateRound => ({ ...round, times: { ...round.times, lag99 } }))
  expect(judge({ benchpress: ours ?? round, 'sleeper in C': asleep ?? round })).toContain(
    'not met: 2000/s: send lag of at most 1 ms (p99): 6.100 ms',
  )
})

test('a minimum that is missed on a disturbed machine is not measured, and one that is met is met', () => {
  const disturbed: RateRound = { ...round, isDisturbed: true, sent: 0.98 }
  expect(judge({ benchpress: disturbed })).toEqual([
    'not measured: 2000/s: everything is sent: disturbed, 98.00 %',
    'met: 2000/s: send lag of at most 0.15 ms (p50): 0.020 ms',
    'met: 2000/s: send lag of at most 1 ms (p99): 0.800 ms',
    'met: 2000/s: unevenness of at most 0.1: 0.050',
  ])
})

test('the CPU of coarse timing is compared with that of k6', () => {
  const minimum = '2000/s: at most 0.4x the CPU per request of k6, with timers'
  expect(judge({ 'benchpress-coarse': round, k6: { ...round, cpuSecondsPer1000: 0.02 } })).toEqual([`not met: ${minimum}: 0.50x`])
  expect(judge({ 'benchpress-coarse': round, k6: { ...round, cpuSecondsPer1000: 0.04 } })).toEqual([`met: ${minimum}: 0.25x`])
  expect(judge({ 'benchpress-coarse': round, k6: { ...round, cpuSecondsPer1000: 0.02, isDisturbed: true } })).toEqual([
    `not measured: ${minimum}: disturbed, 0.50x`,
  ])
})
