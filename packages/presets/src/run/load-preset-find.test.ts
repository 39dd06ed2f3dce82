import { describe, expect, test } from 'vitest'
import { UsageError, type Preset } from '@benchpress/core/preset'
import { presetNamed } from '../../test/preset-named.ts'
import { findPreset } from './load-preset.ts'

const deserve = presetNamed('deserve')

const shop: Preset = { ...deserve, name: 'shop', parts: { reads: 'lists of items', writes: 'orders' } }
const presets: ReadonlyMap<string, Preset> = new Map([
  ['deserve', deserve],
  ['shop', shop],
])

describe('a preset is found', () => {
  test('a preset is found by its name, with all its parts', () => {
    expect(findPreset('shop', presets)).toEqual({ preset: shop, part: undefined })
  })

  test('a preset is found by its name and one of its parts', () => {
    expect(findPreset('shop:writes', presets)).toEqual({ preset: shop, part: 'writes' })
  })
})

describe('an unknown preset or part is refused with those that exist', () => {
  test.each([
    ['nope', 'there is no preset "nope"', 'Known are deserve, shop.'],
    ['deserv', 'there is no preset "deserv"', 'Did you mean "deserve"?'],
    ['nope:reads', 'there is no preset "nope"', 'Known are deserve, shop.'],
    ['shop:raeds', 'preset shop has no part "raeds"', 'Did you mean "reads"?'],
    ['shop:deletes', 'preset shop has no part "deletes"', 'Known are reads, writes.'],
    ['shop:', 'preset shop has no part ""', 'Known are reads, writes.'],
    ['shop:toString', 'preset shop has no part "toString"', 'Known are reads, writes.'],
    ['deserve:reads', 'preset deserve has no part "reads"', 'Give deserve alone: it has no parts.'],
  ])('%s', (text, message, hint) => {
    expect(problemOf(text)).toEqual({ message, hint })
  })
})

function problemOf(text: string): unknown {
  try {
    return findPreset(text, presets)
  } catch (error) {
    if (error instanceof UsageError) return error.problems[0]
    throw error
  }
}
