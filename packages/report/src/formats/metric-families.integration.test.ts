import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { findOpenMetricsPython } from '../../../../test/tools.ts'
import { figuresOf, nameFigure } from '../../test/figures-of-result.ts'
import { hostileResult } from '../../test/hostile-result.ts'
import { hostileSuite } from '../../test/hostile-suite.ts'
import { recorded, recordedResult } from '../../test/recorded-results.ts'
import { metricFamilies, openMetrics } from './metric-families.ts'

type Sample = readonly [name: string, labels: Readonly<Record<string, string>>, value: number]

const python = findOpenMetricsPython()
const reader = fileURLToPath(new URL('../../test/read-open-metrics.py', import.meta.url))
const hostile = [hostileSuite(), ...['journeys', 'sse', 'sweep'].map((name) => hostileResult(name))]

function parse(texts: readonly string[]): { readonly samples: readonly (readonly Sample[])[]; readonly error: string } {
  const { stdout, stderr, status, error } = spawnSync(python ?? '', [reader], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error !== undefined) throw error
  return { samples: status === 0 ? JSON.parse(stdout) : [], error: status === 0 ? '' : stderr }
}

describe.skipIf(python === undefined)('the reference parser of OpenMetrics', () => {
  let read: readonly (readonly Sample[])[] = []

  beforeAll(() => {
    const { samples, error } = parse([...recorded.map(([, suite]) => openMetrics(suite)), ...hostile.map((suite) => openMetrics(suite))])
    if (error !== '') throw new Error(error)
    read = samples
  })

  test.each(recorded.map(([name], index) => [name, index] as const))('reads every figure of the recorded result %s', (name, index) => {
    const suite = recordedResult(name)
    const samples = read[index] ?? []
    expect(samples).toHaveLength(metricFamilies(suite).reduce((sum, family) => sum + family.samples.length, 0))
    const byName = new Map(samples.map(([sample, labels, value]) => [nameFigure(sample, labels), value]))
    expect(byName.size).toBe(samples.length)
    const figures = figuresOf(suite)
    expect(figures.length).toBeGreaterThan(0)
    expect(figures.filter(([figure, labels, value]) => byName.get(nameFigure(figure, labels)) !== value)).toEqual([])
  })

  test('reads the texts of a hostile target as labels', () => {
    const names = new Set(read.slice(recorded.length).flatMap((samples) => samples.map(([name]) => name)))
    expect([...names].filter((name) => !name.startsWith('benchpress_'))).toEqual([])
    expect(read.slice(recorded.length).map((samples) => samples.length)).toEqual(
      hostile.map((suite) => metricFamilies(suite).reduce((sum, family) => sum + family.samples.length, 0)),
    )
  })

  test('refuses a text that was cut off', () => {
    expect(parse([openMetrics(recordedResult('rate')).replace('# EOF\n', '')]).error).toContain('ValueError')
  })
})
