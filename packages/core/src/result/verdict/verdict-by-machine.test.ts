import { expect, test } from 'vitest'
import { judge, judgeMachines } from './judge.ts'
import { limitedBy } from './limited-by.ts'
import { distortingStart, lateMachine, lostAgent, notableStart } from './rules/machine-rules.ts'
import type { MachineSummary } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { countsFixture, summaryFixture, threadFixture, type SummaryParts } from '../../../test/result/verdict/summary-fixture.ts'
import { machineFixture, resourceFixture } from '../../../test/result/verdict/machine-fixture.ts'

/** Two machines with a thread each, of half the load. */
function onTwo(north: Partial<MachineSummary>, south: Partial<MachineSummary> = {}, parts: SummaryParts = {}): TestSummary {
  const machines = [machineFixture(north), machineFixture({ name: 'south', workers: [1], ...south })]
  const threads = [0, 1].map((worker) => threadFixture({ worker, counts: countsFixture({ ok: 15_000 }) }))
  return summaryFixture({ machines, generator: { threads }, ...parts })
}

const textsOf = (summary: TestSummary): readonly string[] => judge(summary).reasons.map(({ rule, text }) => `${rule}: ${text}`)

test('two machines that did well are judged like one', () => {
  expect(judge(onTwo({})).reasons).toEqual([])
})

test("the CPU of the machine that started the test is not counted as a generator's", () => {
  const summary = onTwo({}, {}, { hostCpu: 2, target: { local: false, cpu: null } })
  expect(judge(summary).reasons).toEqual([])
  expect(textsOf({ ...summary, machines: undefined } as unknown as TestSummary).join()).toContain('busy-machine')
})

test('a machine whose thread was saturated is named, with advice for that machine', () => {
  const threads = [0, 1].map((worker) =>
    threadFixture({ worker, utilization: worker === 1 ? 0.97 : 0.3, counts: countsFixture({ ok: 15_000 }) }),
  )
  const summary = onTwo({}, { cpu: { model: 'CPU', count: 1, usable: 1 } }, { generator: { threads } })
  const [text] = textsOf(summary).filter((each) => each.startsWith('generator-saturated'))
  expect(text).toMatch(/^generator-saturated: south: worker 1 was busy 97 % of the time/)
  expect(text).toContain('there is no core for another worker')
  expect(limitedBy(summary).text).toMatch(/^generator: south: worker 1 was busy 97 %/)
})

test('a machine that was disturbed, or full of others, is named', () => {
  const { disturbance } = resourceFixture()
  const resources = Array.from({ length: 30 }, (_, index) =>
    resourceFixture({ at: index + 1, disturbance: { ...disturbance, stolen: 0.4 } }),
  )
  expect(textsOf(onTwo({ resources }))).toContainEqual(
    expect.stringMatching(/^machine-disturbed: north: the hypervisor took 40 % of the CPU time/),
  )
  expect(textsOf(onTwo({}, { hostCpu: 3.9 }))).toContainEqual(
    expect.stringMatching(/^busy-machine: south: other processes used 3.4 of 4 CPUs/),
  )
  expect(limitedBy(onTwo({}, { hostCpu: 3.9 })).text).toContain('other processes on south (3.4 of 4 CPUs)')
})

test('generators on one machine do not count as other processes for each other', () => {
  const full = { boot: 'one start', hostCpu: 3.9, generatorCpu: 1.9 }
  expect(textsOf(onTwo(full, full)).filter((text) => text.startsWith('busy-machine'))).toEqual([])
  expect(textsOf(onTwo(full, { ...full, boot: 'another' })).filter((text) => text.startsWith('busy-machine')).length).toBe(2)
})

test('a machine that was lost makes the result invalid, and the reason names the time from which figures are missing', () => {
  const lost = { at: 12.5, knownUntil: 8.1, reason: 'silent for 5 s' }
  const threads = [0, 1].map((worker) =>
    threadFixture({ worker, counts: countsFixture({ ok: 15_000 }), lost: worker === 1 ? { at: lost.at, reason: lost.reason } : null }),
  )
  const summary = onTwo({}, { lost }, { generator: { threads } })
  expect(judge(summary).level).toBe('invalid')
  const text = 'south was lost after 12.5 s (silent for 5 s): its figures are missing from 8.1 s on'
  expect(judge(summary).reasons).toEqual([{ rule: 'lost-agent', level: 'invalid', text }])
  expect(lostAgent(onTwo({ lost: { ...lost, knownUntil: null } }))[0]?.text).toContain('none of its figures are known')
  expect(limitedBy(summary)).toEqual({ by: 'generator', text: 'generator: south was lost' })
})

test('a thread that died on a machine that lives is reported with its machine', () => {
  const threads = [0, 1].map((worker) =>
    threadFixture({ worker, counts: countsFixture({ ok: 15_000 }), lost: worker === 1 ? { at: 5, reason: 'no memory' } : null }),
  )
  expect(textsOf(onTwo({}, {}, { generator: { threads } }))[0]).toMatch(/^lost-worker: worker 1 of south was lost after 5 s \(no memory\)/)
})

test('a machine that started late is named, unless its clock may be wrong by as much', () => {
  const { clock } = machineFixture({})
  const late = (last: number, startError = 0): readonly unknown[] =>
    // What its clock drifts in an hour makes its start no earlier.
    lateMachine(onTwo({ start: { first: 1, last }, clock: { ...clock, startError, error: 200, drift: 199 } })).map(({ level }) => level)
  const distorting = distortingStart * 30_000
  expect(late(notableStart)).toEqual([])
  expect(late(notableStart + 1)).toEqual(['note'])
  expect(late(notableStart + 1, 2)).toEqual([])
  expect(late(distorting - 1)).toEqual(['note'])
  expect(late(distorting + 1)).toEqual(['suspect'])
  expect(lateMachine(onTwo({ start: { first: 1, last: 600 }, clock: { ...clock, startError: 0 } }))[0]?.text).toBe(
    'north started 600 ms late, 2 % of the run phase: until then its share of the load was missing',
  )
})

test('each machine lists the reasons that concern it', () => {
  const threads = [0, 1].map((worker) =>
    threadFixture({ worker, utilization: worker === 1 ? 0.97 : 0.3, counts: countsFixture({ ok: 15_000 }) }),
  )
  const lost = { at: 12.5, knownUntil: 8.1, reason: 'silent for 5 s' }
  const { machines } = judgeMachines(onTwo({ start: { first: 1, last: 600 }, lost }, {}, { generator: { threads } }))
  expect(machines?.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['north', ['lost', 'late']],
    ['south', ['saturated']],
  ])
  expect(judgeMachines(onTwo({})).machines?.map(({ verdict }) => verdict)).toEqual([[], []])
  expect(judgeMachines(summaryFixture({}))).toEqual({})
})
