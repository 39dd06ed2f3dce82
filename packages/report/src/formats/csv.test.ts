import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { hostileSuite } from '../../test/hostile-suite.ts'
import { recordedResult } from '../../test/recorded-results.ts'
import { suiteResult, testResult, scenario, documentedTimes, noTimes, samplesOfEach } from '../../test/suite-fixture.ts'
import { openScenario } from '../../test/users-fixture.ts'
import { seriesCsv, summaryCsv } from './csv.ts'

type Row = Readonly<Record<string, string>>

function read(text: string): readonly Row[] {
  return parse(text, { columns: true })
}

test('a summary has a row for each scenario and one for each endpoint of it, with the figures of the result', () => {
  const suite = recordedResult('journeys')
  const scenarios = suite.tests.flatMap(({ scenarios: all }) => all)
  const rows = read(summaryCsv(suite))
  const ofHttp = rows.filter(({ protocol }) => protocol === 'http')
  expect(ofHttp).toHaveLength(scenarios.reduce((sum, { endpoints }) => sum + 1 + endpoints.length, 0))
  for (const { name, counts, responseTime, serviceTime, duration } of scenarios) {
    const row = ofHttp.find((each) => each['scenario'] === name && each['endpoint'] === '')
    expect(Number(row?.['started'])).toBe(counts.started)
    expect(Number(row?.['ok'])).toBe(counts.outcomes.ok)
    expect(Number(row?.['requests_per_second'])).toBe((counts.started - counts.outcomes.aborted) / duration)
    expect(Number(row?.['response_time_p99_ms'])).toBe(responseTime.p99)
    expect(Number(row?.['service_time_p95_ms'])).toBe(serviceTime.p95)
  }
})

test('a series has a row for each second', () => {
  const suite = recordedResult('connections')
  const seconds = suite.tests.flatMap(({ scenarios }) => scenarios.flatMap(({ series }) => series))
  const rows = read(seriesCsv(suite))
  expect(rows.map(({ second, responses }) => [Number(second), Number(responses)])).toEqual(
    seconds.map(({ at, requests }) => [at, requests]),
  )
})

describe('the percentiles of a second', () => {
  const second = { at: 0, length: 1, requests: 90, failed: 0, bytes: 900, mean: 14, p50: 12, p90: 30, p99: 48, max: 96 }
  const serviceTime = { p50: 1, p90: 3, p99: 4, max: 9 }
  const cells = (changes: Parameters<typeof openScenario>[0]): readonly (string | undefined)[] => {
    const [row = {}] = read(seriesCsv(suiteResult([testResult({ scenarios: [openScenario(changes)] })])))
    return ['p50', 'p90', 'p99', 'max'].flatMap((figure) => [row[`${figure}_ms`], row[`service_time_${figure}_ms`]])
  }

  test('service times have their own percentiles where requests can be sent later than planned', () => {
    expect(cells({ series: [{ ...second, serviceTime }] })).toEqual(['12', '1', '30', '3', '48', '4', '96', '9'])
  })

  test('service times have the percentiles of the response times where requests are sent when they are planned', () => {
    const same = { responseTime: documentedTimes, serviceTime: documentedTimes }
    expect(cells({ ...same, series: [second] })).toEqual(['12', '12', '30', '30', '48', '48', '96', '96'])
  })

  test('unknown percentiles of a second are empty cells', () => {
    expect(cells({ series: [second] })).toEqual(['12', '', '30', '', '48', '', '96', ''])
    expect(cells({ serviceTime: noTimes, series: [second] })).toEqual(['12', '', '30', '', '48', '', '96', ''])
    const { p90: _later, ...ofEarlierVersion } = second
    expect(cells({ series: [ofEarlierVersion] })).toEqual(['12', '', '', '', '48', '', '96', ''])
  })
})

test('a second has the users and the requests in flight where the result has them', () => {
  const second = { at: 0, length: 1, requests: 90, failed: 0, bytes: 900, mean: 14, p50: 12, p90: 30, p99: 48, max: 96 }
  const series = [{ ...second, inFlight: 1.25, users: 10 }, second]
  const rows = read(seriesCsv(suiteResult([testResult({ scenarios: [openScenario({ series })] })])))
  expect(rows.map(({ users, in_flight }) => [users, in_flight])).toEqual([
    ['10', '1.25'],
    ['', ''],
  ])
})

test('figures that are only lower bounds are listed by name', () => {
  const unfinished = { count: 1, shortest: 1, mean: 1, longest: 1, lowerBounds: ['p99', 'max'] as const, samples: samplesOfEach(5) }
  const suite = suiteResult([testResult({ scenarios: [scenario({ responseTime: { ...documentedTimes, unfinished } })] })])
  expect(read(summaryCsv(suite))[0]?.['response_time_lower_bounds']).toBe('p99 max')
})

test('no cell of a hostile target is a formula, and none ends a row', () => {
  for (const text of [summaryCsv(hostileSuite()), seriesCsv(hostileSuite())]) {
    const rows = read(text)
    expect(rows.length).toBeGreaterThan(0)
    const cells = rows.flatMap((row) => Object.values(row))
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(cells.some((cell) => cell.startsWith("'=cmd"))).toBe(true)
    expect(text.split('\r\n')).toHaveLength(rows.length + 2)
  }
})
