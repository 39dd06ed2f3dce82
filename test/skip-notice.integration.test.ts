import { describe, expect, test } from 'vitest'
import { describeSkipped } from './skip-notice.ts'
import { hasTool, missingTools } from './tools.ts'

describe('tests that are skipped', () => {
  test('skipped tests are reported in one line, with the missing tools', () => {
    expect(describeSkipped(3, ['fish', 'zsh'])).toMatch(
      /^3 skipped: .* need more than Node\.js \(not here: fish, zsh\); \.ci\/run runs them/,
    )
    expect(describeSkipped(1, [])).not.toContain('not here')
  })

  test('a missing tool is one that cannot be run', () => {
    expect(missingTools().some((name) => hasTool(name))).toBe(false)
  })
})
