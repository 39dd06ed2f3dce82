import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countsFixture, scenarioFixture, summaryFixture } from '../../../test/result/verdict/summary-fixture.ts'
import { summaryArbitrary } from '../../../test/result/verdict/summary-arbitrary.ts'
import { judge, judgeSoFar } from './judge.ts'

test('a test that has done well so far is valid, however short it has been', () => {
  const summary = summaryFixture({ scenarios: [scenarioFixture({ duration: 0.5 })] })
  expect(judge(summary).reasons).not.toEqual([])
  expect(judgeSoFar(summary)).toEqual({ level: 'valid', reasons: [] })
})

test('a saturated generator is named while the test runs', () => {
  const verdict = judgeSoFar(summaryFixture({ thread: { utilization: 1 } }))
  expect(verdict).toMatchObject({ level: 'suspect', reasons: [expect.objectContaining({ rule: 'generator-saturated' })] })
})

test('failed requests are named, and those in flight are left out', () => {
  const failing = summaryFixture({ scenarios: [scenarioFixture({ counts: countsFixture({ ok: 90, reset: 10 }) })] })
  expect(judgeSoFar(failing)).toMatchObject({ level: 'suspect', reasons: [expect.objectContaining({ rule: 'errors' })] })
  const inFlight = { ...countsFixture({ ok: 0 }), started: 10, scheduled: 10 }
  expect(judgeSoFar(summaryFixture({ scenarios: [scenarioFixture({ counts: inFlight })] }))).toBeNull()
  const allFailed = { ...countsFixture({ ok: 0, reset: 1 }), started: 10, scheduled: 10 }
  expect(judgeSoFar(summaryFixture({ scenarios: [scenarioFixture({ counts: allFailed })] }))?.level).toBe('invalid')
})

test('a verdict so far has no reason that the final verdict on the same figures lacks', () => {
  fc.assert(
    fc.property(summaryArbitrary, (summary) => {
      const texts = judge(summary).reasons.map(({ text }) => text)
      for (const { text } of judgeSoFar(summary)?.reasons ?? []) expect(texts).toContain(text)
    }),
  )
})
