import { checkPreset } from '@benchpress/core/preset'
import { expect, test } from 'vitest'
import { presets } from './index.ts'

test('every preset is found by its name', () => {
  expect([...presets.keys()]).toEqual(['deserve', 'bridge', 'nestjs', 'hypha', 'toska'])
  for (const [name, preset] of presets) expect(preset.name).toBe(name)
})

test.each([...presets])('%s meets the requirements for third-party presets', async (_name, preset) => {
  expect(await checkPreset(preset)).toEqual([])
})
