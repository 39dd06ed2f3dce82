import { expect, test } from 'vitest'
import type { MachineSummary } from '../../result/summary/generator-summary.ts'
import { LoadCollector } from '../load-collector.ts'
import { mergeResources, SampleList } from '../sample-list.ts'
import { clockErrorOf, generatorOf, startSpreadOf, summarizeMachine, type KnownMachine, meterMachines } from './summarize-machine.ts'
import { bootOf } from '../capture-environment.ts'

const limits = { openFiles: null, openFilesUsed: null, portRange: null, ephemeralPorts: null }
const facts = {
  name: 'north',
  benchpress: '1',
  node: 'v26',
  os: 'Linux',
  arch: 'x64',
  cpu: { model: 'CPU', count: 2, usable: 2 },
  memory: 1e9,
  boot: bootOf(),
  limits,
}

const known = (machine: Partial<KnownMachine> = {}): KnownMachine => ({
  facts,
  clocks: [{ offset: 5000, error: 100 }],
  samples: new SampleList(1, mergeResources),
  address: undefined,
  workers: [0, 1],
  ...machine,
})

const summarize = (machine: KnownMachine, collector: LoadCollector = new LoadCollector(1, 3), isTargetLocal = false): MachineSummary =>
  summarizeMachine(machine, { collector, start: 1e6, length: 10, secondsFrom: (at) => (at - 1e6) / 1e6, isTargetLocal })

test('a clock that was measured again has the error of a measurement and its drift since the first', () => {
  const measured = { offset: 5, rtt: 0.2, startError: 0.1 }
  expect(summarize(known()).clock).toEqual({ ...measured, error: 0.1, drift: 0 })
  // The clock of the calling process moved ahead: the machine's own fell behind.
  const clocks = [
    { offset: 5000, error: 100 },
    { offset: 5900, error: 50 },
    { offset: 5400, error: 200 },
  ]
  expect(summarize(known({ clocks })).clock).toEqual({ ...measured, error: 0.95, drift: -0.4 })
})

test('delivery times have the error of the two worst clocks together, and a single machine has one clock', () => {
  const withErrors = (...errors: readonly number[]): readonly MachineSummary[] =>
    errors.map((error) => summarize(known({ clocks: [{ offset: 0, error: error * 1000 }] })))
  expect(clockErrorOf(withErrors(1, 4, 2))).toBe(6)
  expect(clockErrorOf(withErrors(4))).toBeUndefined()
  expect(clockErrorOf([])).toBeUndefined()
})

test('a machine started when its first and its last worker did, and is lost only with all of them', () => {
  const collector = new LoadCollector(1, 3)
  collector.begin(0, 1_000_400)
  collector.begin(1, 1_002_500)
  collector.begin(2, 1_900_000)
  expect(summarize(known(), collector)).toMatchObject({ start: { first: 0.4, last: 2.5 }, lost: null })
  collector.lose(0, 4e6, 'silent for 5 s')
  expect(summarize(known(), collector).lost).toBeNull()
  collector.lose(1, 4e6, 'silent for 5 s')
  expect(summarize(known(), collector).lost).toEqual({ at: 3, knownUntil: null, reason: 'silent for 5 s' })
  const [first] = meterMachines([known()], collector, 1e6)(5e6).machines ?? []
  expect(first).toEqual({ name: 'north', requestsPerSecond: 0, cpu: null, lost: 'silent for 5 s' })
})

test('a machine has the target if that runs on the machine that started the test, and both are the same', () => {
  expect(summarize(known(), undefined, true).hasTarget).toBe(bootOf() !== null)
  expect(summarize(known({ facts: { ...facts, boot: 'another' } }), undefined, true).hasTarget).toBe(false)
  expect(summarize(known(), undefined, false).hasTarget).toBe(false)
})

test('CPU and memory of the generator are those of all machines, or unknown if those of any are', () => {
  const generator = { threads: [], inCallingThread: false, timing: 'auto', preciseShare: null, cpu: 9, rss: 9, strayErrors: null } as const
  const machine = (generatorCpu: number | null): MachineSummary => ({ ...summarize(known()), generatorCpu, rss: 100 })
  expect(generatorOf([machine(0.5), machine(1)], generator)).toMatchObject({ cpu: 1.5, rss: 200 })
  expect(generatorOf([machine(0.5), machine(null)], generator).cpu).toBeNull()
  expect(generatorOf([], generator)).toEqual(generator)
})

test('the spread of the starts is from the first to the last machine that started', () => {
  const starting = (last: number | null): MachineSummary => ({ ...summarize(known()), start: last === null ? null : { first: 0, last } })
  expect(startSpreadOf([starting(1.5), starting(null), starting(4), starting(0.5)])).toBe(3.5)
  expect(startSpreadOf([starting(null)])).toBeNull()
})
