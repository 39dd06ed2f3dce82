import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, rules } from './judge.ts'
import { limitedBy } from './limited-by.ts'
import { worstVerdict, type Verdict } from './verdict.ts'
import {
  countsFixture,
  iterationsFixture,
  noTimesFixture,
  phaseFixture,
  rateScenarioFixture,
  scenarioFixture,
  summaryFixture,
  usersFixture,
  usersScenarioFixture,
  limitText,
} from '../../../test/result/verdict/summary-fixture.ts'
import { summaryArbitrary } from '../../../test/result/verdict/summary-arbitrary.ts'

const severity = { valid: 0, note: 0, suspect: 1, invalid: 2 }

describe('the verdict', () => {
  test('notes on what happened come before notes that explain figures', () => {
    const places = ({ at, of }: { readonly at: 'first' | 'last'; readonly of: readonly string[] }): number => {
      const found = of.map((name) => rules.findIndex((rule) => rule.name === name))
      expect(found).not.toContain(-1)
      return at === 'last' ? Math.max(...found) : Math.min(...found)
    }
    const events = [
      'target-away',
      'errors',
      'retried',
      'other-names',
      'addresses-silent',
      'checks-failed',
      'deliveries-lost',
      'deliveries-repeated',
    ]
    const explanations = ['think-time', 'queue-depth', 'response-service', 'in-flight-idle', 'busy-machine', 'few-samples']
    expect(places({ at: 'last', of: events })).toBeLessThan(places({ at: 'first', of: explanations }))
  })

  test('the verdict on a healthy run is valid, without a reason', () => {
    expect(judge(summaryFixture())).toEqual({ level: 'valid', reasons: [] })
    const withWarmup = summaryFixture({ scenarios: [scenarioFixture({ warmup: phaseFixture(5) })] })
    expect(judge(withWarmup)).toEqual({ level: 'valid', reasons: [] })
    const ofUsers = summaryFixture({ scenarios: [usersScenarioFixture(), rateScenarioFixture({ name: 'writes' })] })
    expect(judge(ofUsers)).toEqual({ level: 'valid', reasons: [] })
  })

  test('the verdict stays valid with notes', () => {
    const { level, reasons } = judge(summaryFixture({ generator: { inCallingThread: true } }))
    expect(reasons).toHaveLength(1)
    expect(level).toBe('valid')
  })

  test('the verdict names the worst reason first', () => {
    const scenario = scenarioFixture({ inFlight: 1, counts: countsFixture({ timeout: 100 }), duration: 0.5 })
    const levels = judge(summaryFixture({ scenarios: [scenario], thread: { utilization: 1 } })).reasons.map(({ level }) => level)
    expect(levels).toEqual(['invalid', 'suspect', 'suspect', 'note', 'note'])
  })

  test('the verdict on a test that started nothing says why, and judges nothing else', () => {
    const idle = scenarioFixture({
      counts: countsFixture({}),
      duration: 0,
      throughput: { requestsPerSecond: 0, okPerSecond: 0, bytesPerSecond: 0 },
      responseTime: noTimesFixture(),
      inFlight: 0,
      series: [],
    })
    const parts = { scenarios: [idle], thread: { utilization: 1 }, target: { tls: { verified: false, protocol: null } } }
    const early = summaryFixture({ ...parts, interrupted: { cause: 'signal', reason: 'interrupted', at: 0 } })
    expect(judge(early).reasons.map(({ text }) => text)).toEqual(['the result is partial: the test was interrupted before the run phase'])
    expect(limitText(early)).toBe('nothing: no request was started')
    expect(judge(summaryFixture(parts)).reasons.map(({ text }) => text)).toEqual(['no request was started'])
    const failed = { at: 0, reason: 'exit code 1' }
    expect(judge(summaryFixture({ ...parts, target: { failed }, interrupted: { cause: 'target', ...failed } })).reasons).toHaveLength(1)
  })

  test('the verdict leaves out reasons that concern only a scenario that started nothing', () => {
    const late = scenarioFixture({ name: 'late', counts: countsFixture({}), duration: 0, inFlight: 0, responseTime: noTimesFixture() })
    const interrupted = { cause: 'signal', reason: 'SIGINT', at: 3 } as const
    const { reasons } = judge(summaryFixture({ scenarios: [scenarioFixture(), late], interrupted }))
    expect(reasons.map(({ rule }) => rule)).toEqual(['interrupted'])
  })

  test('the verdict judges a journey that sends no requests by its iterations', () => {
    const quiet = { counts: countsFixture({}), inFlight: 0, responseTime: noTimesFixture(), serviceTime: noTimesFixture(), series: [] }
    const completed = summaryFixture({ scenarios: [usersScenarioFixture(quiet)] })
    expect(judge(completed)).toEqual({ level: 'valid', reasons: [] })
    expect(limitText(completed)).toBe('concurrency: 10 users at a time')
    const users = usersFixture({ iterations: iterationsFixture({ failed: 3 }), busy: 0 })
    expect(judge(summaryFixture({ scenarios: [usersScenarioFixture({ ...quiet, users })] })).level).toBe('invalid')
  })

  test('the verdict is as bad as its worst reason, and no rule throws, on any summary', () => {
    fc.assert(
      fc.property(summaryArbitrary, (summary) => {
        const { level, reasons } = judge(summary)
        expect(severity[level]).toBe(Math.max(0, ...reasons.map((reason) => severity[reason.level])))
        for (const { text } of reasons) expect(text).not.toMatch(/NaN|undefined|null|Infinity|∞/)
        const { by, text: sentence } = limitedBy(summary)
        expect(sentence.startsWith(by)).toBe(true)
        expect(sentence).not.toMatch(/NaN|undefined|null|Infinity|∞/)
      }),
      { numRuns: 500 },
    )
  })

  test('the verdict depends on nothing but the summary', () => {
    fc.assert(
      fc.property(summaryArbitrary, (summary) => {
        const before = structuredClone(summary)
        expect(judge(summary)).toEqual(judge(before))
        expect(summary).toEqual(before)
      }),
      { numRuns: 50 },
    )
  })

  test('the verdict names each rule differently', () => {
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  })
})

describe('the verdict on a suite', () => {
  const slow: Verdict = { level: 'suspect', reasons: [{ rule: 'errors', level: 'suspect', text: '6 % failed' }] }
  const local: Verdict = { level: 'valid', reasons: [{ rule: 'queue-depth', level: 'note', text: 'queue' }] }
  const broken: Verdict = {
    level: 'invalid',
    reasons: [...local.reasons, { rule: 'identity', level: 'invalid', text: 'off by one' }],
  }
  const tests = (verdicts: Readonly<Record<string, Verdict>>): readonly { readonly name: string; readonly verdict: Verdict }[] =>
    Object.entries(verdicts).map(([name, verdict]) => ({ name, verdict }))
  const nameOf = ({ name }: { readonly name: string }): string => name

  test('the verdict on a suite of one test is that of the test', () => {
    expect(worstVerdict(tests({ a: slow }), nameOf)).toEqual(slow)
  })

  test('the verdict on a suite without tests is valid', () => {
    expect(worstVerdict([])).toEqual({ level: 'valid', reasons: [] })
  })

  test('the verdict on a suite is the worst, and each reason names its tests', () => {
    expect(worstVerdict(tests({ a: slow, b: local, c: broken }), nameOf)).toEqual({
      level: 'invalid',
      reasons: [
        { rule: 'identity', level: 'invalid', text: 'c: off by one' },
        { rule: 'errors', level: 'suspect', text: 'a: 6 % failed' },
        { rule: 'queue-depth', level: 'note', text: 'b, c: queue' },
      ],
    })
  })

  test('the verdict on a suite lists a reason that all tests share once, without names', () => {
    expect(worstVerdict(tests({ a: local, b: local }), nameOf)).toEqual(local)
  })

  test('the verdict on a suite prefixes nothing where tests have no names', () => {
    expect(worstVerdict(tests({ a: slow, b: local })).reasons.map(({ text }) => text)).toEqual(['6 % failed', 'queue'])
  })

  test('the verdict on a suite is as bad as its worst test, for any tests', () => {
    fc.assert(
      fc.property(fc.array(summaryArbitrary, { maxLength: 3 }), (summaries) => {
        const judged = summaries.map((summary) => ({ verdict: judge(summary) }))
        const worst = Math.max(0, ...judged.map(({ verdict }) => severity[verdict.level]))
        expect(severity[worstVerdict(judged).level]).toBe(worst)
      }),
      { numRuns: 50 },
    )
  })
})
