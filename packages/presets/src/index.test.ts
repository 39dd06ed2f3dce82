import { checkPreset, documentedSuite } from '@benchpress/core/preset'
import { expect, test } from 'vitest'
import { presets } from './index.ts'

test('every preset is found by its name', () => {
  expect([...presets.keys()]).toEqual(['deserve', 'bridge', 'nestjs', 'hypha', 'toska'])
  for (const [name, preset] of presets) expect(preset.name).toBe(name)
})

test.each([...presets])('%s meets the requirements for third-party presets', async (_name, preset) => {
  expect(await checkPreset(preset)).toEqual([])
})

test.each([...presets])('every load test of %s has thresholds from its document', (_name, preset) => {
  const parts = [undefined, ...Object.keys(preset.parts ?? {})]
  const variants = Object.fromEntries((preset.variants ?? []).map((name) => [name, 'http://localhost:1']))
  const target = preset.variants === undefined ? 'http://localhost:1' : { variants }
  const loads = parts.flatMap((part) => documentedSuite(preset, target, part).tests)
  expect(loads).not.toEqual([])
  expect(loads.filter(({ thresholds = {} }) => Object.keys(thresholds).length === 0)).toEqual([])
})
