import { describe, expect, test } from 'vitest'
import type { PresetRun } from '@benchpress/core/preset'
import { presets } from '@benchpress/presets'
import { plainPalette } from '@benchpress/report/format'
import { publishedTests } from '../../presets/test/nestjs-fixture.ts'
import { scenario, suiteResult, testResult } from '../../report/test/suite-fixture.ts'
import { kvLevel, operations } from '../../presets/test/toska-fixture.ts'
import { openScenario } from '../../report/test/users-fixture.ts'
import { bridgeTest } from '../../presets/test/bridge-fixture.ts'
import { textReport } from './render.ts'

const repeats = [1, 2, 3].map((repeat) => testResult({ repeat, scenarios: [scenario()] }))
const swept = [10, 20].map((value) =>
  testResult({
    sweep: { of: 'kv', parameter: 'connections', value },
    limitedBy: { by: 'other processes', text: 'other processes on this machine (1.3 of 2 CPUs)' },
  }),
)

const suites = {
  'runs of connections': [suiteResult(repeats), undefined],
  'a sweep': [suiteResult(swept), undefined],
  users: [suiteResult([testResult({ scenarios: [openScenario()] })]), undefined],
  'preset nestjs': [suiteResult(publishedTests), 'nestjs'],
  'preset bridge': [suiteResult([bridgeTest(), bridgeTest({ repeat: 2 })]), 'bridge'],
  'preset toska': [suiteResult([kvLevel(10), kvLevel(20), operations('redis', 80_000), operations('toska', 9000)]), 'toska'],
} as const

describe.each(Object.entries(suites))('the report of %s', (_name, [suite, name]) => {
  const preset = presets.get(name ?? '')
  const presetRun: PresetRun | undefined = preset && { preset, part: undefined, isEmbedded: true, changes: [], code: [] }
  const options = { allPercentiles: true, statusCodes: true, presetRun }

  test.each([60, 80, 100, 120, 200])('has no table wider than a terminal of %i columns', (columns) => {
    const lines = textReport(suite, options, { ...plainPalette, columns }).split('\n')
    const drawn = lines.filter((line) => /^[┌├│└]/.test(line))
    expect(drawn.length).toBeGreaterThan(4)
    expect(drawn.filter((line) => line.length > columns)).toEqual([])
  })

  test('has the same tables in a file, at their full width', () => {
    const inFile = textReport(suite, options, plainPalette)
    expect(textReport(suite, options, { ...plainPalette, columns: 1000 })).toBe(inFile)
  })
})
