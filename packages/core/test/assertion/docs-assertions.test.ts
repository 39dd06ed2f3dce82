import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as assertions from '../../src/assertion/assert.ts'
import { leastInSecond } from '../../src/assertion/sustains.ts'
import { findEndpoint } from '../../src/result/summary/find-part.ts'
import { samplesNeeded } from '../../src/model/metrics/sample-size.ts'
import { scenarioFixture, timesFixture } from '../result/verdict/summary-fixture.ts'
import { failureOf } from './failure-of.ts'
import { endpointFixture, resultFixture, suspect } from './result-fixture.ts'

const page = readFileSync(new URL('../../../../docs/assertions.md', import.meta.url), 'utf8')
const matchers = readFileSync(new URL('../../src/vitest/index.ts', import.meta.url), 'utf8')

describe('docs/assertions.md', () => {
  test('lists every function and every matcher', () => {
    const [, table = ''] = page.split('## What can be asserted')
    const functions = Array.from(table.matchAll(/`(assert\w+)\(/g), ([, name]) => name)
    expect(new Set(functions)).toEqual(new Set(Object.keys(assertions)))
    const declared = Array.from(matchers.matchAll(/^ {4}(to\w+)\(.*\): R$/gm), ([, name]) => name)
    expect(declared).toHaveLength(functions.length)
    expect(Array.from(table.matchAll(/^\| `(to\w+)\(/gm), ([, name]) => name)).toEqual(declared)
  })

  test('shows a failure as it is', () => {
    const endpoint = endpointFixture('POST /bid', { responseTime: timesFixture({ p99: 31.24, count: 4812 }) })
    const result = resultFixture({ verdict: suspect, scenarios: [scenarioFixture({ endpoints: [endpoint] })] })
    const { message } = failureOf(() => assertions.assertP99Below(findEndpoint(result, 'POST /bid'), '25ms'))
    expect(page).toContain(`\`\`\`text\n${message}\n\`\`\``)
  })

  test('says how many samples a percentile needs, and how many responses a second', () => {
    const needed = [50, 90, 95, 99, 99.9].map((percentile) => samplesNeeded(percentile).toLocaleString('en-US'))
    expect(page).toContain(`p50 needs ${needed[0]}, p90 ${needed[1]}, p95 ${needed[2]}, p99 ${needed[3]} and p99.9 ${needed[4]}.`)
    expect(page).toContain(`${Math.ceil(leastInSecond(495))} of 495`)
  })
})
