import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as assertions from '../../src/assertion/assert.ts'
import { leastInSecond } from '../../src/assertion/limits.ts'
import { findEndpoint } from '../../src/result/summary/find-part.ts'
import type { SuiteResult, TestResult } from '../../src/result/shape/result.ts'
import { exampleResources } from '../example-resources.ts'
import { runOf, suiteOf } from '../result/compared-sides.ts'
import { scenarioFixture, timesFixture } from '../result/verdict/summary-fixture.ts'
import { failureOf } from './failure-of.ts'
import { endpointFixture, resultFixture, suspect } from './result-fixture.ts'

const page = readFileSync(new URL('../../../../docs/assertions.md', import.meta.url), 'utf8')
const matchers = readFileSync(new URL('../../src/vitest/index.ts', import.meta.url), 'utf8')

const screens = Array.from(page.matchAll(/^```text\n([^]*?)^```$/gm), ([, screen]) => screen)
const example = runOf(1, 1, 1)

/** The page shows what an assertion throws. */
function shows(assertion: () => void): void {
  expect(screens).toContain(`${failureOf(assertion).message}\n`)
}

describe('docs/assertions.md', () => {
  test('docs/assertions.md lists every function and every matcher', () => {
    const [, table = ''] = page.split('## What can be asserted')
    const functions = Array.from(table.matchAll(/`(assert\w+)\(/g), ([, name]) => name)
    expect(new Set(functions)).toEqual(new Set(Object.keys(assertions)))
    const declared = Array.from(matchers.matchAll(/^ {4}(to\w+)\(.*\): R$/gm), ([, name]) => name)
    expect(declared).toHaveLength(functions.length)
    expect(Array.from(table.matchAll(/^\| `(to\w+)\(/gm), ([, name]) => name)).toEqual(declared)
  })

  test('docs/assertions.md quotes a failure as it is printed', () => {
    const endpoint = endpointFixture('POST /bid', { responseTime: timesFixture({ p99: 31.24, count: 4812 }) })
    const result = resultFixture({ verdict: suspect, scenarios: [scenarioFixture({ endpoints: [endpoint] })] })
    shows(() => assertions.assertP99Below(findEndpoint(result, 'POST /bid'), '25ms'))
  })

  test('docs/assertions.md quotes undecided runs as they are printed', () => {
    const target = (port: number): TestResult['target'] => ({ ...example.target, url: `http://localhost:${port}/` })
    const side = (port: number, p99s: readonly number[]): SuiteResult =>
      suiteOf(p99s.map((p99, index) => runOf(index + 1, 1000, p99 / 2, { name: 'items', target: target(port) })))
    const [cached, plain] = [side(3001, [12.8, 11.1, 11.9, 12.4, 11.4]), side(3000, [14.1, 13.1, 14.8, 13.4, 14.4])]
    shows(() => assertions.assertFasterThan(cached, plain, { metric: 'p99', by: '10%' }))
  })

  test('docs/assertions.md quotes a leak as it is printed', () => {
    const rss = (second: number): number => 86.2e6 + second * 52_700 + (second % 4) * 2e5 + (second > 40 ? 5.3e6 : 0)
    const resources = Array.from({ length: 61 }, (_, at) => ({ ...exampleResources, at: at + 0.01, targetRss: Math.round(rss(at)) }))
    const soak = resultFixture({ scenarios: [scenarioFixture({ duration: 60 })], target: { rss: 95e6 }, resources })
    shows(() => assertions.assertNoMemoryLeak(soak))
  })

  test('docs/assertions.md names the responses a second of a sustained rate', () => {
    expect(page).toContain(`${Math.ceil(leastInSecond(495))} of 495`)
  })
})
