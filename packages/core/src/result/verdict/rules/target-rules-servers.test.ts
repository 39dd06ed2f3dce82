import { describe, expect, test } from 'vitest'
import type { OutcomeCounts } from '../../../model/metrics/outcome.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import type { SeriesSummary } from '../../summary/series-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { judge } from '../judge.ts'
import { identity } from './integrity-rules.ts'
import { addressesSilent, serversLeftOut, serversSilent, serversUnused, unequalServers } from './target-rules.ts'
import { endpointFixture } from '../../../../test/assertion/result-fixture.ts'
import {
  connectionsFixture,
  countsFixture,
  rateFixture,
  scenarioFixture,
  summaryFixture,
  timesFixture,
  usersWorkloadFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'

const status = { address: '127.0.0.1:8080', available: true, cause: null }

function server(name: string, ended: Partial<OutcomeCounts>, p50 = 10): SeriesSummary {
  return endpointFixture(name, { counts: countsFixture(ended), responseTime: timesFixture({ p50 }) })
}

function summaryOf(servers: readonly SeriesSummary[], over: Partial<ScenarioSummary> = {}): TestSummary {
  const sum = (read: (counts: OutcomeCounts) => number): number => servers.reduce((total, { counts }) => total + read(counts.outcomes), 0)
  const counts = countsFixture({ ok: sum(({ ok }) => ok), refused: sum(({ refused }) => refused), reset: sum(({ reset }) => reset) })
  return summaryFixture({ scenarios: [scenarioFixture({ counts, servers, ...over })] })
}

function textsOf(servers: readonly SeriesSummary[], over: Partial<ScenarioSummary> = {}): readonly string[] {
  return unequalServers(summaryOf(servers, over)).map(({ text }) => text)
}

describe('servers that took no part', () => {
  test('servers that took no part are named with their causes', () => {
    const servers = [
      { url: 'http://a:1', ...status },
      { url: 'http://b:2', address: null, available: false, cause: 'nothing is listening at 127.0.0.1:2' },
      { url: 'http://c:3', ...status },
    ]
    expect(judge(summaryFixture({ target: { servers } }))).toEqual({
      level: 'suspect',
      reasons: [
        {
          rule: 'servers-left-out',
          level: 'suspect',
          text: '1 of 3 servers takes no part: http://b:2 (nothing is listening at 127.0.0.1:2)',
        },
      ],
    })
  })

  test('servers are not mentioned where all took part, or there is one', () => {
    expect(serversLeftOut(summaryFixture({ target: { servers: [{ url: 'http://a:1', ...status }] } }))).toEqual([])
    expect(serversLeftOut(summaryFixture())).toEqual([])
  })
})

describe('addresses of a name', () => {
  const good = { address: '10.0.0.1:80', connections: 5, answered: 5, cause: null }
  const left = { address: '10.0.0.2:80', connections: 0, answered: 0, cause: 'ECONNREFUSED' }
  const silent = { address: '10.0.0.3:80', connections: 4, answered: 0, cause: null }
  const unused = { ...silent, address: '10.0.0.4:80', connections: 0 }

  test.each([
    [[good, good], []],
    [[good, unused], []],
    [[good, { ...good, answered: 1 }], []],
    // A target that sends nothing at all has no address to blame.
    [[silent, silent], []],
    [[good, left], ['1 of 2 addresses of shop.test took no connection and no load: 10.0.0.2:80 (ECONNREFUSED)']],
    [[good, good, silent], ['1 of 3 addresses of shop.test sent nothing: 10.0.0.3:80 (4 connections)']],
  ])('addresses of a name that take no part are named: %#', (addresses, texts) => {
    const summary = summaryFixture({ target: { url: 'http://shop.test/', addresses } })
    expect(addressesSilent(summary).map(({ text }) => text)).toEqual(texts)
  })
})

describe('a server that fails by itself', () => {
  test('a server that fails alone is named with its share of the failures', () => {
    expect(textsOf([server('http://a', { ok: 9998, reset: 2 }), server('http://b', { ok: 9900, refused: 90, reset: 8 })])).toEqual([
      '1 of 2 servers gave 98 % of the failures: http://b (98 of 100, most of them refused); it stayed in the test, and its requests are counted',
    ])
  })

  test('a server that fails alone is named with the kind of its failures, where they were all the same', () => {
    expect(textsOf([server('http://a', { ok: 9998 }), server('http://b', { ok: 9900, refused: 98 })])).toEqual([
      '1 of 2 servers gave 100 % of the failures: http://b (98 of 98, all of them refused); it stayed in the test, and its requests are counted',
    ])
  })

  test.each([
    ['fewer failures than tell', { ok: 100, reset: 9 }, { ok: 100 }],
    ['a fifth elsewhere', { ok: 100, refused: 80 }, { ok: 100, refused: 20 }],
    ['too few of all requests', { ok: 1e6, reset: 10 }, { ok: 1e6 }],
  ])('a server that fails alone is not named for %s', (_what, first, second) => {
    expect(textsOf([server('http://a', first), server('http://b', second)])).toEqual([])
  })

  test('a server that fails alone is named for one failure more in each case', () => {
    expect(textsOf([server('http://a', { ok: 100, refused: 10 }), server('http://b', { ok: 100 })])).toHaveLength(1)
    expect(textsOf([server('http://a', { ok: 100, refused: 81 }), server('http://b', { ok: 100, refused: 20 })])).toHaveLength(1)
    expect(textsOf([server('http://a', { ok: 5000, refused: 11 }), server('http://b', { ok: 5000 })])).toHaveLength(1)
  })
})

describe('a server that gave no response', () => {
  const tell = (...[servers, over]: Parameters<typeof summaryOf>): readonly string[] =>
    serversSilent(summaryOf(servers, over)).map(({ level, text }) => `${level}: ${text}`)
  const end = 'the figures are those of the others'
  const thousand = connectionsFixture({ connections: 2, requests: 1000, duration: null })

  test.each([
    [{}, 'gave no response: http://b (no request was sent to it)'],
    [{ aborted: 2 }, 'gave no response: http://b (2 aborted requests)'],
    [{ refused: 4 }, 'gave no response: http://b (4 failed requests, all of them refused)'],
    [{ ok: 3, refused: 1 }, 'refused connections and gave few responses: http://b (3 of 1,002 responses, 1 refused attempt)'],
  ])('a server that gave no response, or few and refused, makes a test suspect: %j', (ended, what) => {
    expect(tell([server('http://a', { ok: 999 }), server('http://b', ended)], { workload: thousand })).toEqual([
      `suspect: 1 of 2 servers ${what}; ${end}`,
    ])
  })

  test.each([
    ['it is only slow', { ok: 3 }, thousand],
    ['half of its share', { ok: 333, refused: 1 }, thousand],
    ['fewer refusals than connections', { ok: 3, refused: 1 }, connectionsFixture({ connections: 4 })],
    ['no request was left for it', {}, connectionsFixture({ connections: 2, pipelining: 4, requests: 7 })],
    ['it got no connection', {}, connectionsFixture({ connections: 1 })],
    ['users did not come to it', {}, usersWorkloadFixture()],
    ['users, whose requests fail each', { ok: 3, refused: 90 }, usersWorkloadFixture()],
  ])('a server with few responses is not named: %s', (_what, ended, workload) => {
    expect(tell([server('http://a', { ok: 999 }), server('http://b', ended)], { workload })).toEqual([])
  })

  test('servers without a response are named only where another has some, also for users', () => {
    expect(tell([server('http://a', { refused: 9 }), server('http://b', { refused: 9 })])).toEqual([])
    const users = { workload: usersWorkloadFixture() }
    expect(tell([server('http://a', { ok: 9 }), server('http://b', { reset: 9 }), server('http://c', { refused: 9 })], users)).toEqual([
      `suspect: 2 of 3 servers gave no response: http://b (9 failed requests, all of them reset), http://c (9 failed requests, all of them refused); ${end}`,
    ])
  })

  test('a server that refused its connections for a part of the run is named in a note', () => {
    const [good, away] = [server('http://a', { ok: 90_000 }), server('http://b', { ok: 60_000, refused: 7 })]
    expect(textsOf([good, away])).toEqual(['1 of 2 servers refused connections: http://b (7 attempts by 5 connections)'])
    expect(textsOf([good, server('http://b', { ok: 60_000, refused: 4 })])).toEqual([])
    expect(textsOf([away, away])).toEqual([])
    expect(tell([good, away])).toEqual([])
  })

  test('servers that got no connection are named in a note', () => {
    const servers = ['http://a', 'http://b', 'http://c', 'http://d'].map((name) => server(name, { ok: 10 }))
    const tellUnused = (connections: number): unknown =>
      serversUnused(summaryOf(servers, { workload: connectionsFixture({ connections }) })).map(({ level, text }) => [level, text])
    expect(tellUnused(2)).toEqual([['note', '2 of 4 servers got no connection: http://c, http://d']])
    expect(tellUnused(4)).toEqual([])
    expect(serversUnused(summaryOf(servers, { workload: usersWorkloadFixture() }))).toEqual([])
  })
})

describe('a server that is slower than the others', () => {
  const times = (...all: readonly number[]): readonly SeriesSummary[] =>
    all.map((p50, index) => server(`http://${index}`, { ok: 100 }, p50))

  test('a server that is slower than the others is named, with its effect on a closed workload', () => {
    expect(textsOf(times(10, 24, 12), { workload: usersWorkloadFixture() })).toEqual([
      '1 of 3 servers is slower: http://1 (p50 24 ms, of the next slowest 12 ms); the others waited for their turn behind it',
    ])
    expect(textsOf(times(10, 25), { workload: rateFixture() })).toEqual([
      '1 of 2 servers is slower: http://1 (p50 25 ms, of the next slowest 10 ms)',
    ])
  })

  test('a slower server is not named below twice the time, nor for a difference too small to measure', () => {
    expect(textsOf(times(10, 19.9))).toEqual([])
    expect(textsOf(times(0.25, 0.5))).toEqual([])
    expect(textsOf(times(0.25, 0.6))).toHaveLength(1)
  })

  test('a slower server of another origin is none of the target', () => {
    expect(textsOf([...times(10, 10), server('other servers', { ok: 100 }, 90)])).toEqual([])
  })
})

describe('the identity of servers', () => {
  test('the identity of servers holds where each request went to one of them', () => {
    expect(identity(summaryOf([server('http://a', { ok: 10 }), server('http://b', { ok: 9, reset: 1 })]))).toEqual([])
  })

  test('the identity of servers is broken where they do not add up, or one of them lost a request', () => {
    const counts = countsFixture({ ok: 20 })
    const missing = summaryOf([server('http://a', { ok: 10 }), server('http://b', { ok: 9 })], { counts })
    expect(identity(missing).map(({ text }) => text)).toEqual([
      'reads: started 20, but the servers add up to 19, 1 too few',
      'reads: ok 20, but the servers add up to 19, 1 too few',
    ])
    const lost = { ...server('http://b', { ok: 9 }), counts: { ...countsFixture({ ok: 9 }), started: 10, scheduled: 10 } }
    const texts = identity(summaryOf([server('http://a', { ok: 11 }), lost], { counts: countsFixture({ ok: 20 }) })).map(({ text }) => text)
    expect(texts).toContain('reads, http://b: started 10, but the outcomes add up to 9, 1 too few')
  })
})
