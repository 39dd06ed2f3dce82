import type { FigureComparison, JudgedRegression } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { comparison, figure, part, same, throughput } from '../../test/comparison-fixture.ts'
import { comparisonDocument, comparisonJson, describeRegression } from './compared-results.ts'
import { html } from '../render/html/html.ts'
import { markdown } from '../render/markdown.ts'
import { text } from '../render/text.ts'

const open = figure({
  aggregate: 'p90',
  ratio: 1.05,
  interval: [0.9, 1.2],
  answer: 'inconclusive',
  because: 'within the noise of 3 runs a side: 9 would probably decide',
  runsNeeded: 9,
})

describe('the conclusion of a comparison', () => {
  const answerOf = (...figures: readonly FigureComparison[]): string =>
    text(comparisonDocument(comparison(figures)))
      .trimEnd()
      .split('\n\n')
      .at(-1) ?? ''

  test('the conclusion comes last, with worse figures before better ones', () => {
    expect(answerOf(figure(), throughput, same, open)).toBe(
      [
        'Head is worse than base: Latency 99% of reads is 8.0 % to 12 % higher; and better: Ok/Sec of reads is 18 % to 23 % higher',
        '  equivalent, by less than 5 % to either side: Latency 50% of reads',
        '  inconclusive: Latency 90% of reads, because within the noise of 3 runs a side: 9 would probably decide',
      ].join('\n'),
    )
  })

  test('states that nothing is better or worse', () => {
    expect(answerOf(same)).toContain('Head is equivalent to base')
    expect(answerOf(open)).toContain('Whether head is better or worse than base is undecided')
    expect(answerOf(same, open)).toContain('Head is neither better nor worse than base, as far as can be told')
    expect(answerOf()).toBe('Whether head is better or worse than base is undecided')
  })

  test('gives a fall as a share of the former figure', () => {
    expect(answerOf(figure({ ratio: 0.8, interval: [0.75, 0.85], answer: 'better' }))).toBe(
      'Head is better than base: Latency 99% of reads is 15 % to 25 % lower',
    )
  })
})

const failed = figure({
  metric: 'http_failed',
  aggregate: 'rate',
  unit: 'share',
  base: [0, 0, 0, 0, 0],
  head: [0.08, 0.0833, 0.0866, 0.0833, 0.0833],
  sides: { base: { middle: 0, lowest: 0, highest: 0 }, head: { middle: 0.0833, lowest: 0.08, highest: 0.0866 } },
  margin: 0.01,
  ratio: 1.0833,
  interval: [1.076, 1.09],
})

describe('a rise from 0', () => {
  test('a rise of a share from 0 is given in percentage points', () => {
    const shown = text(comparisonDocument(comparison([failed])))
    expect(shown).toContain('Head is worse than base: Failed of reads is 7.6 points to 9.0 points higher')
    expect(shown).toMatch(/\+8\.3 points +\S* *\+7\.6 points to \+9\.0 points/)
    const alike = { ...failed, answer: 'equivalent' } as const
    expect(text(comparisonDocument(comparison([alike])))).toContain('equivalent, by less than 1 point to either side: Failed of reads')
    const judged = { condition: 'error > +1%', scale: 'points', metric: 'requests_failed rate', test: 'shop', ratio: 1.0833 } as const
    expect(
      describeRegression({ ...judged, outcome: 'regressed', interval: [1.076, 1.09], undecidedBy: null, because: null, runsNeeded: null }),
    ).toBe('requests_failed rate changed by +8.3 points (+7.6 points to +9.0 points)')
  })

  test('a rise from 0 is given by the new figure, as there is no share of 0', () => {
    const arrived = figure({
      metric: 'retries',
      aggregate: 'rate',
      unit: 'per second',
      base: [0, 0],
      head: [8, 9],
      runs: 2,
      sides: { base: { middle: 0, lowest: 0, highest: 0 }, head: { middle: 8.5, lowest: 8, highest: 9 } },
      ratio: null,
      interval: null,
    })
    expect(text(comparisonDocument(comparison([arrived])))).toContain('retries of reads rose from 0 to 8.5')
    const judged = {
      condition: 'retried > +1%',
      scale: 'ratio',
      metric: 'retried rate',
      test: 'shop',
      ratio: null,
      interval: null,
    } as const
    expect(describeRegression({ ...judged, outcome: 'regressed', undecidedBy: null, because: null, runsNeeded: null })).toBe(
      'retried rate rose from 0',
    )
    const held = { ...judged, condition: 'throughput < -5%', outcome: 'held', undecidedBy: null, because: null, runsNeeded: null } as const
    expect(describeRegression(held)).toBe('retried rate rose from 0')
    expect(describeRegression({ ...held, ratio: 1, interval: [1, 1] })).toBe('retried rate did not change')
  })
})

describe('the report of a comparison', () => {
  test('has a row for each figure, with those of endpoints apart and not on a screen', () => {
    const endpoint = figure({ part: { ...part, kind: 'endpoint', names: ['reads', 'GET /a'] } })
    const all = comparison([figure(), same, endpoint])
    expect(text(comparisonDocument(all))).toContain('Base and head, by endpoint')
    expect(text(comparisonDocument(all, { amount: 'screen' }))).not.toContain('by endpoint')
    expect(markdown(comparisonDocument(all, { amount: 'screen' }))).toContain('GET /a of reads')
    expect(markdown(comparisonDocument(all))).toContain(
      '| reads | Latency 99% | 10 ms (9.9 ms to 10.2 ms) | 11 ms (10.9 ms to 11.1 ms) | +10 % | +8.0 % to +12 % | worse |',
    )
  })

  test('the columns have the middle that the change is of, by the runs that count', () => {
    const skewed = figure({
      base: [10, 10, 10, 10, 20],
      head: [10.5, 10.5, 10.5, 10.5, 10.5],
      sides: { base: { middle: 11.49, lowest: 10, highest: 20 }, head: { middle: 10.5, lowest: 10.5, highest: 10.5 } },
      ratio: 0.914,
    })
    expect(markdown(comparisonDocument(comparison([skewed])))).toContain('| 11.5 ms (10 ms to 20 ms) | 10.5 ms | -8.6 % |')
    const alone = figure({ sides: { base: null, head: figure().sides.head }, ratio: null, interval: null, answer: 'inconclusive' })
    expect(markdown(comparisonDocument(comparison([alone])))).toContain('| n/a | 11 ms (10.9 ms to 11.1 ms) | n/a | n/a | inconclusive |')
    const introOf = (...figures: readonly FigureComparison[]) =>
      comparisonDocument(comparison(figures)).sections.find(({ intro }) => intro !== undefined)?.intro
    expect(introOf(figure(), failed)).toMatch(
      /^geometric mean \(lowest to highest\) of the runs, of shares the mean; the change from base to head/,
    )
    expect(introOf(figure())).toMatch(/^geometric mean \(lowest to highest\) of the runs; the change/)
  })

  test('the report names the test and the variant where there are several', () => {
    const document = comparisonDocument(comparison([figure(), figure({ part: { ...part, variant: 'multi' } })]))
    expect(document.sections.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Base and head, shop', 'Base and head, shop, multi']),
    )
  })

  test('figures of several tests are named with their tests, and those of one test are not', () => {
    const news = { ...part, test: 'news' }
    const all = [figure(), figure({ part: news }), same, figure({ ...same, part: news })]
    const lines = text(comparisonDocument(comparison(all)))
    expect(lines).toContain('Latency 99% of reads of shop is 8.0 % to 12 % higher, Latency 99% of reads of news is 8.0 % to 12 % higher')
    expect(lines).toContain('to either side: Latency 50% of reads of shop; Latency 50% of reads of news')
    expect(text(comparisonDocument(comparison([figure(), same])))).not.toContain('of shop')
  })

  test('the report names the differences in spite of which sides were compared', () => {
    const differences = [{ kind: 'machine', text: 'Node.js: v24 on the base, v26 on the head' }] as const
    expect(text(comparisonDocument(comparison([same], { differences })))).toContain(
      'Compared in spite of\nmachine: Node.js: v24 on the base',
    )
    const failure = { cause: 'target', reason: 'B did not start: it exited with code 1' } as const
    const uncompared = text(comparisonDocument(comparison([], { differences, failure })))
    expect(uncompared).toContain('The sides differ in\nmachine: Node.js: v24 on the base')
    expect(uncompared).not.toContain('in spite of')
  })

  test('the report is written as JSON that parses back to the same data', () => {
    const all = comparison([figure(), open])
    expect(JSON.parse(comparisonJson(all))).toEqual(all)
  })
})

describe('a condition on a change', () => {
  const regression: JudgedRegression = {
    condition: 'p99 > +5%',
    scale: 'ratio',
    metric: 'http_response_time p99',
    test: 'shop',
    outcome: 'regressed',
    ratio: 1.1,
    interval: [1.08, 1.12],
    undecidedBy: null,
    because: null,
    runsNeeded: null,
  }

  test('a condition on a change is shown with its outcome', () => {
    const shown = text(
      comparisonDocument(comparison([figure()], { regressions: [regression, { ...regression, outcome: 'held', test: 'bids' }] })),
    )
    expect(shown).toContain('✗ p99 > +5%: regressed in shop, http_response_time p99 changed by +10 % (+8.0 % to +12 %)')
    expect(shown).toContain('✓ p99 > +5%: no regression in bids, http_response_time p99 changed')
    // What is a regression where the condition holds does not "hold" for a screen reader.
    expect(html(comparisonDocument(comparison([figure()], { regressions: [regression] })))).toMatch(
      />✗<\/span>&nbsp;p99 &gt; \+5%: regressed,/,
    )
  })

  test('an undecided condition is shown with the reason, and with what would decide it', () => {
    const undecided = {
      ...regression,
      outcome: 'undecided',
      interval: [0.85, 1.3],
      because: 'the limit is within the interval, 12 runs a side would probably decide',
      runsNeeded: 12,
    } as const
    expect(describeRegression({ ...undecided, outcome: 'held', because: null, ratio: 1, interval: [1, 1], scale: 'points' })).toBe(
      'http_response_time p99 did not change',
    )
    expect(describeRegression(undecided)).toBe(
      'http_response_time p99 changed by +10 % (-15 % to +30 %): the limit is within the interval, 12 runs a side would probably decide',
    )
    expect(describeRegression({ ...undecided, ratio: null, interval: null, because: 'a side has no value', runsNeeded: null })).toBe(
      'http_response_time p99: a side has no value',
    )
  })
})
