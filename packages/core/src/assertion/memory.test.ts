import { describe, expect, test } from 'vitest'
import { exampleResources } from '../../test/example-resources.ts'
import { failureOf, lines } from '../../test/assertion/failure-of.ts'
import { invalid, resultFixture, type ResultParts } from '../../test/assertion/result-fixture.ts'
import { scenarioFixture } from '../../test/result/verdict/summary-fixture.ts'
import type { TestResult } from '../result/shape/result.ts'
import { assertLessMemoryThan, assertNoMemoryLeak } from './assert.ts'
import { leaksMemory, leastSoak, usesLessMemory } from './memory.ts'
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
  test('is the most that was sampled', () => {
    expect(usesLessMemory(subjectOf(steady), '82MB').outcome).toBe('holds')
    expect(usesLessMemory(subjectOf(steady), '80.6MB').outcome).toBe('fails')
    expect(failureOf(() => assertLessMemoryThan(steady, '50MB')).message).toBe(
      lines(`
the target used 80.6 MB of memory, but was expected to use less than 50 MB

  expected   less than 50 MB
  actual     80.6 MB at most
  samples    71, one a second
  verdict    valid
  reproduce  test auctions with seed 42 against http://localhost:3000/
`),
    )
  })

  test('is unknown of a run that ended early, unless it was too much by then', () => {
    const ended = { ...steady, interrupted: { cause: 'signal', reason: 'SIGINT', at: 3 } } as const
    expect(usesLessMemory(subjectOf(ended), '1GB').outcome).toBe('undecided')
    expect(usesLessMemory(subjectOf(ended), '50MB').outcome).toBe('fails')
  })

  test.each([
    ['url', /it was already running, as a URL; start it by `target: \{ command \}`/],
    ['server', /it ran in the process of the test; /],
  ] as const)('is unknown of a target that is a %s', (kind, why) => {
    const unseen = resultFixture({ target: { kind, rss: null } })
    for (const finding of [usesLessMemory(subjectOf(unseen), '1GB'), leaksMemory(subjectOf(unseen))]) {
      expect(finding.outcome).toBe('undecided')
      expect(finding.message(false)).toMatch(why)
    }
  })

  test('of an invalid run says nothing', () => {
    const broken = { ...leaking, verdict: invalid }
    for (const finding of [usesLessMemory(subjectOf(broken), '1GB'), leaksMemory(subjectOf(broken))])
      expect(finding.outcome).toBe('undecided')
  })

  test('needs a limit that is a size', () => {
    expect(() => usesLessMemory(subjectOf(steady), '200 things')).toThrow(TypeError)
    expect(() => leaksMemory(subjectOf(steady), { moreThan: '20KB' })).toThrow(
      new TypeError('the limit "20KB" has no unit; did you mean "20KB/s"?'),
    )
  })
})

describe('a leak', () => {
  test('is memory that rises all through a soak', () => {
    expect(leaksMemory(subjectOf(leaking)).outcome).toBe('holds')
    expect(leaksMemory(subjectOf(steady)).outcome).toBe('fails')
    expect(() => assertNoMemoryLeak(steady)).not.toThrow()
    expect(failureOf(() => assertNoMemoryLeak(leaking)).message).toMatch(
      /^the memory of the target grows by (?:49|50|51)[.\d]* KB\/s, between .* at 95 %, but was expected to grow by no more than 25 KB\/s\n/,
    )
  })

  test('may be as small as is asked for', () => {
    const slowly = soakOf((second) => 80e6 + second * 5000)
    expect(leaksMemory(subjectOf(slowly)).outcome).toBe('fails')
    expect(leaksMemory(subjectOf(slowly), { moreThan: '2KB/s' }).outcome).toBe('holds')
  })

  test('is neither a warm-up nor its end', () => {
    expect(leaksMemory(subjectOf(soakOf((second) => 80e6 - 30e6 * Math.exp(-(second + 10) / 6)))).outcome).toBe('fails')
  })

  test('is no heap that takes its next size at once', () => {
    expect(leaksMemory(subjectOf(soakOf((second) => 80e6 + (second > 40 ? 5e6 : 0)))).outcome).toBe('fails')
    const both = soakOf((second) => 80e6 + second * 50_000 + (second > 40 ? 5e6 : 0))
    expect(leaksMemory(subjectOf(both)).message(true)).toMatch(/\n {2}set aside {2}5\.?\d* MB in jumps\n/)
    expect(leaksMemory(subjectOf(both)).outcome).toBe('holds')
  })

  test('is undecided where memory rises unevenly, as of a target that still settles', () => {
    const settling = soakOf((second) => 80e6 + (second > 42 ? (second - 42) * 400_000 : second * 30_000))
    expect(leaksMemory(subjectOf(settling)).outcome).toBe('undecided')
    expect(leaksMemory(subjectOf(settling)).message(true)).toMatch(/ but unevenly, as what still settles; use a longer warmup\n/)
  })

  test('takes a soak of a minute', () => {
    const short = soakOf((second) => 80e6 + second * 50_000, { seconds: leastSoak - 5 })
    expect(leaksMemory(subjectOf(short)).outcome).toBe('undecided')
    expect(leaksMemory(subjectOf(short)).message(true)).toMatch(
      /^nothing can be said of whether the target leaks memory: it was soaked for 55 s, and it takes at least 60 s to tell a leak from what settles\n/,
    )
  })

  test('is undecided where the limit lies within the interval', () => {
    const doubtful = soakOf((second) => 80e6 + second * 25_000 + (second % 4) * 2e5)
    expect(leaksMemory(subjectOf(doubtful)).outcome).toBe('undecided')
    expect(leaksMemory(subjectOf(doubtful)).message(false)).toMatch(/ and 25 KB\/s lies within; soak it for longer\n/)
  })
})
