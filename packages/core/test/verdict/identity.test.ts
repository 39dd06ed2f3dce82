import { describe, expect, test } from 'vitest'
import { identity } from '../../src/verdict/rules/identity.ts'
import { lostWorker } from '../../src/verdict/rules/lost-worker.ts'
import { countsFixture, phaseFixture, scenarioFixture, summaryFixture, threadFixture } from './summary-fixture.ts'

const counts = countsFixture({ ok: 900, timeout: 90, aborted: 10 }, 5)

describe('the identity', () => {
  test('holds for two scenarios on two workers, with dropped requests and a warm-up', () => {
    const scenarios = [scenarioFixture({ counts, warmup: phaseFixture(5) }), scenarioFixture({ name: 'writes', counts })]
    const threads = [threadFixture({ counts }), threadFixture({ worker: 1, counts })]
    expect(identity(summaryFixture({ scenarios, generator: { threads } }))).toEqual([])
  })

  test('is broken when scheduled requests were neither started nor dropped', () => {
    const scenarios = [scenarioFixture({ counts: { ...counts, scheduled: 1012 } })]
    expect(identity(summaryFixture({ scenarios }))[0]).toEqual({
      rule: 'identity',
      level: 'invalid',
      text: 'reads: scheduled 1,012, but started and dropped are 1,005, 7 too few',
    })
  })

  test('is broken when one request more ended than was started', () => {
    const broken = { ...counts, started: 999, scheduled: 1004 }
    expect(identity(summaryFixture({ scenarios: [scenarioFixture({ counts: broken })] }))[0]?.text).toBe(
      'reads: started 999, but the outcomes add up to 1,000, 1 too many',
    )
  })

  test('is checked for the warm-up on its own', () => {
    const warmup = phaseFixture(5, { counts: { ...counts, started: 1001, scheduled: 1006 } })
    const reasons = identity(summaryFixture({ scenarios: [scenarioFixture({ warmup })] }))
    expect(reasons.map(({ text }) => text)).toEqual(['reads, warm-up: started 1,001, but the outcomes add up to 1,000, 1 too few'])
  })

  test('is checked for each worker', () => {
    const threads = [threadFixture({ counts: { ...counts, dropped: 4 } })]
    const texts = identity(summaryFixture({ scenarios: [scenarioFixture({ counts })], generator: { threads } })).map(({ text }) => text)
    expect(texts).toContain('worker 0: scheduled 1,005, but started and dropped are 1,004, 1 too few')
  })

  test('is broken when the workers do not add up to the scenarios, outcome by outcome', () => {
    const threads = [threadFixture({ counts: countsFixture({ ok: 901, timeout: 89, aborted: 10 }, 5) })]
    const texts = identity(summaryFixture({ scenarios: [scenarioFixture({ counts })], generator: { threads } })).map(({ text }) => text)
    expect(texts).toEqual([
      'ok: 900 over all scenarios, but the workers add up to 901, 1 too many',
      'timeout: 90 over all scenarios, but the workers add up to 89, 1 too few',
    ])
  })
})

describe('a lost worker', () => {
  test('makes the result invalid and says what is missing', () => {
    const summary = summaryFixture({ thread: { worker: 1, lost: { at: 3.21, reason: 'exit code 134' } } })
    const text = 'worker 1 died after 3.2 s (exit code 134): what it did after its last report is not counted'
    expect(lostWorker(summary)).toEqual([{ rule: 'lost-worker', level: 'invalid', text }])
  })

  test('is not reported while all workers live', () => {
    expect(lostWorker(summaryFixture())).toEqual([])
  })
})
