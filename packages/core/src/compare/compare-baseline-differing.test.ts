import { describe, expect, test } from 'vitest'
import { measured, stored, together, withRuns } from '../../test/baseline-suite.ts'
import { failing } from '../../test/result/compared-sides.ts'
import { machineOf } from './facts.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import { compareWithBaseline } from './compare-baseline.ts'

const base = measured('shop')

describe('what is not compared with a baseline', () => {
  test('a missing baseline is reported, with how to make one', () => {
    const nothing = stored(base, { tests: [], meant: 'mian' })
    expect(compareWithBaseline(nothing, [base])).toMatchObject({
      outcome: 'undecided',
      comparison: null,
      notCompared: [
        {
          test: 'shop',
          because: ['there is no baseline main'],
          hint: expect.stringMatching(/^Did you mean mian\? Make one .*-u, with --runs 5/),
        },
      ],
    })
    expect(compareWithBaseline(stored(base), [measured('store')]).notCompared[0]?.because).toEqual([
      'there is no baseline main of store; it has shop',
    ])
  })

  test('a baseline of another machine is not compared, and the differences are listed', () => {
    const other = { ...machineOf(base.environment), processor: 'Another', CPUs: '64' }
    const { outcome, notCompared } = compareWithBaseline(stored(base, { tests: [], otherMachines: [other] }), [base])
    expect(outcome).toBe('undecided')
    expect(notCompared[0]?.because).toEqual([
      expect.stringMatching(
        /^the baseline main is of another machine: processor: Another in the baseline, .* now, CPUs: 64 in the baseline, .* now$/,
      ),
    ])
  })

  test.each<[string, SuiteResult, RegExp]>([
    [
      'tools',
      { ...base, environment: { ...base.environment, node: 'v99.0.0' } },
      /^machine: Node\.js: v.* in the baseline, v99\.0\.0 now$/,
    ],
    ['plan', { ...base, config: { name: 'shop', timeout: '1s' } }, /^plan: the configs differ in .*timeout/],
    [
      'load',
      withRuns(base, (run) => ({
        ...run,
        scenarios: run.scenarios.map((each) => ({ ...each, workload: { ...each.workload, connections: 777 } as never })),
      })),
      /^load: connections of reads: .* in the baseline, 777 now$/,
    ],
    [
      'code',
      { ...base, code: [{ file: 'bid.journey.ts', hash: 'f'.repeat(64) }] },
      /^code: bid\.journey\.ts: nothing in the baseline, f{12} now$/,
    ],
    [
      'errors',
      { ...failing(0.5), name: 'shop', config: base.config },
      /^errors: reads fails 0 % of its requests in the baseline and 50 % now$/,
    ],
  ])('a baseline is not compared with another %s', (_what, suite, because) => {
    const { outcome, notCompared } = compareWithBaseline(stored(base), [suite])
    expect(outcome).toBe('undecided')
    expect(notCompared.flatMap((each) => each.because)).toEqual([expect.stringMatching(because)])
  })

  test('a scenario that has another name now is one difference', () => {
    const renamed = withRuns(base, (run) => ({ ...run, scenarios: run.scenarios.map((each) => ({ ...each, name: 'readz' })) }))
    const { notCompared } = compareWithBaseline(stored(base), [renamed])
    expect(notCompared[0]?.because).toEqual(['plan: the baseline has no scenario readz', 'plan: this run has no scenario reads'])
  })

  test('the plan of a test in a baseline does not include other tests of its suite', () => {
    const journey = (name: string, path: string): SuiteResult => ({
      ...measured(name),
      config: { name, scenarios: { reads: { journey: path, workload: { users: 10 } } } },
    })
    const code = (hash: string): NonNullable<SuiteResult['code']> => [
      { file: 'bid.journey.ts', hash: 'a'.repeat(64) },
      { file: 'read.journey.ts', hash: hash.repeat(64) },
    ]
    const suite = { ...together(journey('bids', './bid.journey.ts'), journey('reads', './read.journey.ts')), code: code('b') }
    const changed = { ...suite, code: code('c') }
    const { notCompared, outcome, comparison } = compareWithBaseline(stored(suite), [changed])
    expect(notCompared.map(({ test: name }) => name)).toEqual(['reads'])
    expect(comparison?.figures.every(({ part }) => part.test === 'bids')).toBe(true)
    // A figure that is not compared is no success.
    expect(outcome).toBe('undecided')
  })
})
