import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { hostileSuite } from '../../test/hostile-suite.ts'
import { recorded, recordedResult } from '../../test/recorded-results.ts'
import { metricFamilies, openMetrics } from './metric-families.ts'

/** The parser, which has no types of its own. */
const parse: (text: string) => readonly Family[] = createRequire(import.meta.url)('parse-prometheus-text-format')

interface Family {
  readonly name: string
  readonly metrics: readonly Sample[]
}

interface Sample {
  readonly value?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly quantiles?: Readonly<Record<string, string>>
}

// The parser is for the older text format of Prometheus, in which `_total` is a part of the name of a counter.
function read(text: string): ReadonlyMap<string, readonly Sample[]> {
  const older = text.replaceAll(/^(# (?:TYPE|HELP) \S+?)( counter$)/gm, '$1_total$2')
  return new Map(parse(older).map(({ name, metrics }) => [name, metrics]))
}

test('the figures are those of the result', () => {
  const suite = recordedResult('rate')
  const [scenario] = suite.tests.flatMap(({ scenarios }) => scenarios)
  const families = read(openMetrics(suite))
  const ok = families.get('benchpress_requests_total')?.find(({ labels }) => labels?.['outcome'] === 'ok')
  expect(Number(ok?.value)).toBe(scenario?.counts.outcomes.ok)
  const [times] = families.get('benchpress_response_time_seconds') ?? []
  expect(Number(times?.quantiles?.['0.99'])).toBe((scenario?.responseTime.p99 ?? 0) / 1000)
  // The parser drops sums and counts.
  expect(openMetrics(suite)).toMatch(new RegExp(`^benchpress_response_time_seconds_count\\{.*\\} ${scenario?.responseTime.count}$`, 'm'))
})

describe.each(recorded)('the metrics of the recorded result %s', (_name, suite) => {
  const text = openMetrics(suite)

  test('follow the grammar of OpenMetrics, to its end', () => {
    const lines = text.split('\n')
    expect(lines.slice(-2)).toEqual(['# EOF', ''])
    const grammar = /^(?:# (?:TYPE|UNIT|HELP) [a-z_]+ .+|[a-z_]+\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)+\} -?[\d.e+-]+)$/
    expect(lines.slice(0, -2).filter((line) => !grammar.test(line))).toEqual([])
  })

  test('stand together by family, each sample once', () => {
    const names = text.split('\n').flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? [])
    expect(new Set(names).size).toBe(names.length)
    const samples = text.split('\n').flatMap((line) => /^([a-z_]+\{.*\}) /.exec(line)?.[1] ?? [])
    expect(new Set(samples).size).toBe(samples.length)
  })

  test('are read by a parser of Prometheus, every family of them', () => {
    const families = read(text)
    for (const { name, type } of metricFamilies(suite)) expect([...families.keys()]).toContain(type === 'counter' ? `${name}_total` : name)
  })
})

test('a hostile text ends no label', () => {
  const families = read(openMetrics(hostileSuite()))
  const [threshold] = families.get('benchpress_threshold_passed') ?? []
  expect(threshold?.labels?.['selector']).toContain('<script>alert(1)</script>')
  expect([...families.keys()].every((name) => name.startsWith('benchpress_'))).toBe(true)
})
