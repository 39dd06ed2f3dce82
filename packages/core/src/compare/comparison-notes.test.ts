import { describe, expect, test } from 'vitest'
import { nearby, runOf, sideOf, sideWithRareEndpoint, suiteOf } from '../../test/result/compared-sides.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { compareResults } from './compare-results.ts'

const { target: exampleTarget } = runOf(1, 1000, 10)

/** A side whose runs begin in these minutes of an hour. */
function sideAt(minutes: readonly number[], change: (run: TestResult) => TestResult = (run) => run): SuiteResult {
  return suiteOf(
    minutes.map((minute, index) =>
      change(
        runOf(index + 1, 1000 * (nearby[index] ?? 1), 10, {
          startedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
          target: { ...exampleTarget, command: null },
        }),
      ),
    ),
  )
}

describe('a comparison says', () => {
  test('a note names the side that was measured first, and none appears where the sides took turns', () => {
    const order =
      /^The base was measured before the head: what the machine did meanwhile is in each change, and in no interval\. benchpress ab/
    expect(compareResults([sideAt([1, 2, 3])], [sideAt([4, 5, 6])]).notes).toEqual([expect.stringMatching(order)])
    expect(compareResults([sideAt([4, 5, 6])], [sideAt([1, 2, 3])]).notes).toEqual([
      expect.stringMatching(/^The head was measured before the base/),
    ])
    expect(compareResults([sideAt([1, 4, 5])], [sideAt([2, 3, 6])]).notes).toBeUndefined()
  })

  test('a note reports that the runs of a side share one start of the target', () => {
    const started = (run: TestResult): TestResult => ({ ...run, target: { ...run.target, command: ['node', 'server.js'] } })
    const [base, head] = [
      [1, 4, 5],
      [2, 3, 6],
    ] as const
    const shared =
      'share one start of the target: what a start decides, such as where its memory lies, is in each change, and in no interval.'
    expect(compareResults([sideAt(base, started)], [sideAt(head, started)]).notes).toEqual([`The runs of the base and the head ${shared}`])
    const apart = (minutes: readonly number[]): readonly SuiteResult[] => minutes.map((minute) => sideAt([minute], started))
    expect(compareResults(apart(base), [sideAt(head, started)]).notes).toEqual([`The runs of the head ${shared}`])
    expect(compareResults(apart(base), apart(head)).notes).toBeUndefined()
  })

  test('a note tells which runs of the side with more of them count', () => {
    const [five, eight] = [sideOf(1000, 10, nearby.slice(0, 5)), sideOf(1000, 10)]
    const note = (side: string): string =>
      `Of the 8 runs of shop on the ${side} the last 5 count, as many as the other side has: unequal numbers would find differences between equal sides too often.`
    const { notes, figures } = compareResults([eight], [five])
    expect(notes).toContain(note('base'))
    expect(compareResults([five], [eight]).notes).toContain(note('head'))
    expect(compareResults([five], [structuredClone(five)]).notes ?? []).toEqual([expect.stringMatching(/share one start/)])
    expect(figures[0]).toMatchObject({ runs: 5, base: { length: 8 }, head: { length: 5 } })
  })

  test('a note names the endpoints that only one side has, and those of both sides are compared', () => {
    const two = sideWithRareEndpoint(0)
    const onlyItems = (run: TestResult): TestResult => ({
      ...run,
      scenarios: run.scenarios.map((each) => ({ ...each, endpoints: each.endpoints.filter(({ name }) => name === 'GET /items') })),
    })
    const one = { ...two, tests: two.tests.map(onlyItems) }
    const compared = (base: SuiteResult, head: SuiteResult) => {
      const { notes = [], figures } = compareResults([base], [structuredClone(head)])
      const ofItems = figures.filter(({ part, metric }) => part.names.at(-1) === 'GET /items' && metric === 'http_response_time')
      return { note: notes.find((text) => text.startsWith('Only')), answers: new Set(ofItems.map(({ answer }) => answer)) }
    }
    const note = (side: string): string =>
      `Only the ${side} has GET /rare of reads, shop: the figures of reads are not of the same requests on both sides.`
    expect(compared(two, one)).toEqual({ note: note('base'), answers: new Set(['equivalent']) })
    expect(compared(one, two)).toEqual({ note: note('head'), answers: new Set(['equivalent']) })
    expect(compared(two, two)).toEqual({ note: undefined, answers: new Set(['equivalent']) })
    // The figures of the only endpoint are those of the scenario.
    expect(compared(one, one)).toEqual({ note: undefined, answers: new Set() })
  })

  test('a note names a rule that makes all runs of one side suspect and none of the other', () => {
    const saturated = (run: TestResult): TestResult => ({
      ...run,
      verdict: { level: 'suspect', reasons: [{ rule: 'generator-saturated', level: 'suspect', text: 'x' }] },
    })
    const suspect = { ...sideOf(1000, 10), tests: sideOf(1000, 10).tests.map(saturated) }
    const { differences, figures } = compareResults([suspect], [sideOf(1000, 11)])
    expect(differences).toEqual([
      { kind: 'verdict', text: 'all runs of shop are suspect by generator-saturated on the base, and none on the head' },
    ])
    expect(figures.some(({ answer }) => answer === 'worse')).toBe(true)
    const some = { ...suspect, tests: [...suspect.tests.slice(0, 7), ...sideOf(1000, 10).tests.slice(7)] }
    expect(compareResults([some], [sideOf(1000, 11)]).differences).toEqual([])
    expect(compareResults([suspect], [structuredClone(suspect)]).differences).toEqual([])
  })
})
