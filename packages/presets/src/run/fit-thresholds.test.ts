import { expect, test } from 'vitest'
import type { SuiteConfig } from '@benchpress/core'
import { presets } from '../index.ts'
import { preparePreset } from './prepare-preset.ts'

// The tests of these presets send plain requests.
const withoutChecks = ['deserve', 'hypha']
const withChecks = [...presets.keys()].filter((name) => !withoutChecks.includes(name))

/** The tests of a preset that have a condition on a metric, by the journeys of their scenarios. */
async function testsWith(name: string, metric: string, condition: string): Promise<readonly SuiteConfig['tests'][number][]> {
  const preset = presets.get(name)
  if (preset === undefined) throw new Error(`there is no preset ${name}`)
  const { suite } = await preparePreset(preset, { settings: { url: 'http://localhost:1', thresholds: { [metric]: [condition] } } })
  return suite.tests.filter((each) => [each.thresholds?.[metric]].flat().includes(condition))
}

test.each(withChecks)('preset %s takes a condition on checks, for its tests with journeys', async (name) => {
  const tests = await testsWith(name, 'checks', 'rate > 99%')
  expect(tests.length).toBeGreaterThan(0)
  for (const { scenarios } of tests)
    expect(Object.values(scenarios).some((scenario) => /journeys?"/.test(JSON.stringify(scenario)))).toBe(true)
})

test.each(withoutChecks)(
  'preset %s refuses a condition on checks before any load, and lists the conditions that it takes',
  async (name) => {
    await expect(testsWith(name, 'checks', 'rate > 99%')).rejects.toMatchObject({
      problems: [{ message: expect.stringMatching(/^--threshold checks: no test/), hint: expect.stringContaining("'error < 1%'") }],
    })
    expect((await testsWith(name, 'requests_failed', 'rate < 1%')).length).toBeGreaterThan(0)
  },
)
