import { expect, test } from 'vitest'
import type { SuiteConfig } from '../config/config.ts'
import { onTarget } from './define-preset.ts'

const scenarios = { reads: { request: {}, workload: { connections: 1, requests: 1 } } }
const suite: SuiteConfig = {
  name: 'shop',
  tests: [
    { name: 'reads', scenarios },
    { name: 'elsewhere', target: 'http://localhost:2', scenarios },
  ],
}

test('onTarget gives one target to all tests without their own', () => {
  expect(onTarget(suite, 'http://localhost:1').tests.map(({ target }) => target)).toEqual(['http://localhost:1', 'http://localhost:2'])
  expect(onTarget(suite, { url: 'http://localhost:1' })).not.toHaveProperty('variants')
})

test('onTarget makes variants those of the suite, and a test with its own target keeps it', () => {
  const variants = { one: { url: 'http://localhost:1' }, many: { url: 'http://localhost:3' } }
  expect(onTarget(suite, { variants })).toEqual({ ...suite, variants })
})

test('onTarget leaves variants out on which no test would run', () => {
  const own: SuiteConfig = { ...suite, tests: suite.tests.slice(1) }
  expect(onTarget(own, { variants: { one: 'http://localhost:1', many: 'http://localhost:3' } })).toBe(own)
})
