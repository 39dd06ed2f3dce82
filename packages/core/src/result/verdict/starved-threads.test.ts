import { expect, test } from 'vitest'
import { judge } from './judge.ts'
import { generatorSaturated } from './rules/generator-rules.ts'
import { plannedRate } from './rules/load-rules.ts'
import { sharedCores } from './rules/machine-rules.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import {
  iterationsFixture,
  rateScenarioFixture,
  scenarioFixture,
  summaryFixture,
  threadFixture,
  usersFixture,
  type SummaryParts,
} from '../../../test/result/verdict/summary-fixture.ts'

function twoThreads(utilization: number, parts: SummaryParts = {}): TestSummary {
  const { counts } = scenarioFixture()
  const threads = [threadFixture({ utilization, cpu: 0.6, counts }), threadFixture({ utilization, cpu: 0.6, worker: 1, counts })]
  return summaryFixture({ generator: { threads, cpu: 1.3 }, target: { cpu: 0.1 }, ...parts })
}

test('load threads that wait for a core beside a local target are reported, though none is saturated and CPU seems to be left', () => {
  const [reason] = sharedCores(twoThreads(0.85))
  expect(reason).toMatchObject({ level: 'suspect', text: expect.stringContaining('wanted 1.8 to run on: load threads waited for a core') })
  expect(judge(twoThreads(0.85)).level).not.toBe('valid')
  expect(sharedCores(twoThreads(0.79))).toEqual([])
  expect(sharedCores(twoThreads(0.85, { target: { cpu: 0.1, local: false } }))).toEqual([])
})

test('more workers are not advised where there is no core for them', () => {
  const advised = (parts: SummaryParts): readonly string[] =>
    generatorSaturated(summaryFixture({ thread: { utilization: 0.95 }, ...parts })).map(({ text }) => text.split('; ')[1] ?? '')
  const none = 'there is no core for another worker: give it a machine with more of them'
  expect(advised({ cpus: 4 })).toEqual(['use more workers'])
  expect(advised({ cpus: 1 })).toEqual([none])
  expect(advised({ cpus: 2, hostCpu: 1.9 })).toEqual([none])
  expect(advised({ cpus: 2, target: { cpu: 0.9 } })).toEqual([none])
})

test('more workers are not advised for a planned rate that the generator did not reach', () => {
  const missed = (cpus: number): string | undefined => {
    const users = usersFixture({ iterations: iterationsFixture({ completed: 29_000, dropped: 0 }) })
    const scenario = rateScenarioFixture({ users })
    return plannedRate(summaryFixture({ cpus, scenarios: [scenario] }))[0]?.text.split('; ')[1]
  }
  expect([missed(4), missed(1)]).toEqual(['use more workers', 'there is no core for another worker: give it a machine with more of them'])
})
