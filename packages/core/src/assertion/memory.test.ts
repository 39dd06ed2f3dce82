import { describe, expect, test } from 'vitest'
import { exampleResources } from '../../test/example-resources.ts'
import { failureOf, lines } from '../../test/assertion/failure-of.ts'
import { invalid, resultFixture, type ResultParts } from '../../test/assertion/result-fixture.ts'
import { rateScenarioFixture, scenarioFixture } from '../../test/result/verdict/summary-fixture.ts'
import type { TestResult } from '../result/shape/result.ts'
import { findScenario } from '../result/summary/find-part.ts'
import type { WorkloadSummary } from '../result/summary/workload-summary.ts'
import { assertLessMemoryThan, assertNoMemoryLeak } from './assert.ts'
import { leaksMemory, leastSoak, usesLessMemory, type LeakOptions } from './memory.ts'
import { subjectOf } from './subject.ts'

/** A soak of a target whose memory is a function of the time, in bytes. */
function soakOf(
  memory: (second: number) => number,
  { seconds = 60, ...parts }: ResultParts & { readonly seconds?: number } = {},
): TestResult {
  const resources = Array.from({ length: seconds + 11 }, (_, index) => ({
    ...exampleResources,
    at: index - 10 + 0.01,
    targetRss: Math.round(memory(index - 10)),
  }))
  return resultFixture({
    scenarios: [scenarioFixture({ duration: seconds })],
    target: { rss: Math.max(...resources.map(({ targetRss }) => targetRss)) },
    resources,
    ...parts,
  })
}

const steady = soakOf((second) => 80e6 + (second % 4) * 2e5)
const leaking = soakOf((second) => 80e6 + second * 50_000 + (second % 4) * 2e5)

describe('the memory of a target', () => {
  test('the memory of a target is its largest sample', () => {
    expect(usesLessMemory(subjectOf(steady), '82MB').outcome).toBe('holds')
    expect(usesLessMemory(subjectOf(steady), '80.6MB').outcome).toBe('fails')
    expect(failureOf(() => assertLessMemoryThan(steady, '50MB')).message).toBe(
      lines(`
the target used 80.6 MB of memory, but was expected to use less than 50 MB

  expected   less than 50 MB
  actual     80.6 MB at most, in 71 samples
  verdict    valid
  reproduce  test auctions with seed 42 against http://localhost:3000/
`),
    )
  })

  test('the memory of a target is unknown for a run that ended early, unless it exceeded the limit by then', () => {
    const ended = { ...steady, interrupted: { cause: 'signal', reason: 'SIGINT', at: 3 } } as const
    expect(usesLessMemory(subjectOf(ended), '1GB').outcome).toBe('undecided')
    expect(usesLessMemory(subjectOf(ended), '50MB').outcome).toBe('fails')
  })

  test.each([
    ['url', /the system hides the process behind its URL, or it is elsewhere; start it by `target: \{ command \}`/],
    ['server', /it ran in the process of the test; /],
  ] as const)('the memory of a target that is a %s is unknown', (kind, why) => {
    const unseen = resultFixture({ target: { kind, rss: null } })
    for (const finding of [usesLessMemory(subjectOf(unseen), '1GB'), leaksMemory(subjectOf(unseen))]) {
      expect(finding.outcome).toBe('undecided')
      expect(finding.message(false)).toMatch(why)
    }
  })

  test('an invalid run leaves the memory of its target undecided', () => {
    const broken = { ...leaking, verdict: invalid }
    for (const finding of [usesLessMemory(subjectOf(broken), '1GB'), leaksMemory(subjectOf(broken))])
      expect(finding.outcome).toBe('undecided')
  })

  test('the memory of a target is that of the whole target', () => {
    const { name } = steady.scenarios[0] ?? scenarioFixture()
    const part = subjectOf(findScenario(steady, name))
    for (const find of [() => usesLessMemory(part, '1GB'), () => leaksMemory(part)])
      expect(find).toThrow(new TypeError(`memory is that of the whole target, not of scenario ${name}; give the result of run()`))
  })

  test.each([
    ['200 things', 'the limit "200 things" is not a size such as 200MB'],
    ['1GiB', 'the limit "1GiB" is not a size such as 200MB'],
    ['200mb', 'the limit "200mb" is not a size such as 200MB'],
    ['0MB', 'the limit "0MB" is not above 0; write a size such as 200MB'],
    ['200', 'the limit "200" is 200 B, less than any process uses; write a size such as 200MB'],
    [200, 'the limit "200" is 200 B, less than any process uses; write a size such as 200MB'],
    ['-1MB', 'the limit "-1MB" is not above 0; write a size such as 200MB'],
  ])('usesLessMemory refuses the limit %s', (limit, message) => {
    expect(() => usesLessMemory(subjectOf(steady), limit)).toThrow(new TypeError(message))
  })

  test.each([
    ['20KB', 'the limit "20KB" has no unit; did you mean "20KB/s"?'],
    ['1MB/min', 'the limit "1MB/min" is not a size each second such as 25KB/s'],
    ['0KB/s', 'the limit "0KB/s" is not above 0; write a size each second such as 25KB/s'],
    ['-5KB/s', 'the limit "-5KB/s" is not above 0; write a size each second such as 25KB/s'],
  ])('leaksMemory refuses the growth %s', (moreThan, message) => {
    expect(() => leaksMemory(subjectOf(steady), { moreThan })).toThrow(new TypeError(message))
  })

  test.each([
    [{ morethan: '1GB/s' }, 'there is no option "morethan"; did you mean "moreThan"?'],
    ['1GB/s', 'the options are "1GB/s"; write them as { moreThan: ... }'],
  ])('leaksMemory refuses the options %j', (options, message) => {
    expect(() => leaksMemory(subjectOf(steady), options as LeakOptions)).toThrow(new TypeError(message))
  })
})

describe('a leak', () => {
  test('a leak is memory that rises throughout a soak', () => {
    expect(leaksMemory(subjectOf(leaking)).outcome).toBe('holds')
    expect(leaksMemory(subjectOf(steady)).outcome).toBe('fails')
    expect(() => assertNoMemoryLeak(steady)).not.toThrow()
    expect(failureOf(() => assertNoMemoryLeak(leaking)).message).toMatch(
      /^the memory of the target grows by (?:49|50|51)[.\d]* kB\/s, between .* at 95 %, but was expected to grow by no more than 25 kB\/s\n/,
    )
  })

  test('the least growth of a leak can be given', () => {
    const slowly = soakOf((second) => 80e6 + second * 5000)
    expect(leaksMemory(subjectOf(slowly)).outcome).toBe('fails')
    expect(leaksMemory(subjectOf(slowly), { moreThan: '2KB/s' }).outcome).toBe('holds')
  })

  test('neither the warm-up nor its end counts for a leak', () => {
    expect(leaksMemory(subjectOf(soakOf((second) => 80e6 - 30e6 * Math.exp(-(second + 10) / 6)))).outcome).toBe('fails')
  })

  test('a heap that takes its next size at once is not a leak', () => {
    expect(leaksMemory(subjectOf(soakOf((second) => 80e6 + (second > 40 ? 5e6 : 0)))).outcome).toBe('fails')
    const both = soakOf((second) => 80e6 + second * 50_000 + (second > 40 ? 5e6 : 0))
    expect(leaksMemory(subjectOf(both)).outcome).toBe('holds')
  })

  test('a leak is undecided when the growth slows down', () => {
    const settling = leaksMemory(subjectOf(soakOf((second) => 80e6 - 20e6 * Math.exp(-(second + 20) / 30))))
    expect(settling.outcome).toBe('undecided')
    expect(settling.message(true)).toMatch(/, but not evenly on one side of 25 kB\/s; soak it for longer, after a longer warmup\n/)
  })

  test('a leak is judged in the time in which all scenarios run', () => {
    const { workload } = scenarioFixture()
    const late = scenarioFixture({ name: 'late', duration: 60, workload: { ...workload, startAfter: 60 } })
    const apart = soakOf((second) => 80e6 + Math.max(0, second - 60) * 100_000, {
      seconds: 120,
      scenarios: [scenarioFixture({ duration: 62 }), late],
    })
    expect(leaksMemory(subjectOf(apart)).message(true)).toMatch(/: all scenarios ran for 2 s, and it takes at least 60 s /)
    const soaked = soakOf((second) => 80e6 + Math.max(0, second - 60) * 100_000, {
      seconds: 120,
      scenarios: [scenarioFixture({ duration: 120 }), late],
    })
    expect(leaksMemory(subjectOf(soaked)).outcome).toBe('holds')
  })

  test('a leak is undecided when the load changes', () => {
    const stages = [{ duration: 60, to: 150 }]
    const workload = { ...rateScenarioFixture().workload, from: 5, stages } as WorkloadSummary
    const ramp = { ...leaking, scenarios: [rateScenarioFixture({ duration: 60, workload })] }
    expect(leaksMemory(subjectOf(ramp)).message(true)).toMatch(/: the load changed; give it a constant one\n/)
  })

  test('a leak needs a soak of a minute', () => {
    const short = soakOf((second) => 80e6 + second * 50_000, { seconds: leastSoak - 5 })
    expect(leaksMemory(subjectOf(short)).outcome).toBe('undecided')
    expect(leaksMemory(subjectOf(short)).message(true)).toMatch(
      /^undecided: whether the target leaks memory: all scenarios ran for 55 s, and it takes at least 60 s to tell a leak from what settles\n/,
    )
  })

  test('a leak is undecided when the limit lies within the interval', () => {
    const doubtful = soakOf((second) => 80e6 + second * 25_000 + (second % 4) * 2e5)
    expect(leaksMemory(subjectOf(doubtful)).outcome).toBe('undecided')
  })
})
