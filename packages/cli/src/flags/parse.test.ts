import { describe, expect, test } from 'vitest'
import { parseSwitch } from './read-flags.ts'

describe('parseSwitch', () => {
  test.each(['1', 'true', 'YES'])('%s is on', (text) => {
    expect(parseSwitch(text)).toBe(true)
  })

  test.each(['0', 'false', 'No', ''])('%j is off', (text) => {
    expect(parseSwitch(text)).toBe(false)
  })

  test('refuses anything else', () => {
    expect(() => parseSwitch('maybe')).toThrow('must be 1, true or yes for on, or 0, false or no for off')
  })
})
