import { describe, expect, test } from 'vitest'
import { parseSwitch } from './read-flags.ts'

describe('parseSwitch', () => {
  test.each(['1', 'true', 'YES'])('parseSwitch reads %s as on', (text) => {
    expect(parseSwitch(text)).toBe(true)
  })

  test.each(['0', 'false', 'No', ''])('parseSwitch reads %j as off', (text) => {
    expect(parseSwitch(text)).toBe(false)
  })

  test('parseSwitch refuses any other text', () => {
    expect(() => parseSwitch('maybe')).toThrow('must be 1, true or yes for on, or 0, false or no for off')
  })
})
