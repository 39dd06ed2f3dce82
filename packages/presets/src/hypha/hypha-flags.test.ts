import { expect, test } from 'vitest'
import { hyphaFlags } from './hypha-flags.ts'

const context = { cwd: '/' }

test('the flags of hypha are read', () => {
  expect(hyphaFlags.mode.parse(['batch'], context)).toBe('batch')
  expect(hyphaFlags.nodes.parse(['5'], context)).toBe(5)
  expect(hyphaFlags.runtime.parse(['deno'], context)).toBe('deno')
  expect(hyphaFlags.cluster.parse(['localhost:8080, http://b:8081'], context)).toEqual(['http://localhost:8080', 'http://b:8081'])
})

test.each([
  ['mode', 'both', 'must be sound or batch'],
  ['runtime', 'bun', 'must be node or deno'],
  ['break', 'all', 'must be arguments'],
  ['nodes', '0', 'must be a whole number of at least 1'],
  ['cluster', 'a,,b', 'is not a URL'],
] as const)('--%s %s %s', (flag, text, message) => {
  expect(() => hyphaFlags[flag].parse([text], context)).toThrow(message)
})
