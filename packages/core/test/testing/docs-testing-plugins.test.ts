import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ConformanceOptions } from '../../src/testing/trial.ts'
import type { Recorded } from '../../src/testing/recorded.ts'
import type { TestUserOptions } from '../../src/testing/test-user.ts'

const page = readFileSync(new URL('../../../../docs/testing-plugins.md', import.meta.url), 'utf8')
const rows = Array.from(page.matchAll(/^\| (.+?) +\|/gm), ([, cell = '']) => cell)

// The types see to it that no name is missing here.
const named: Readonly<Record<string, object>> = {
  'of the conformance kit': { journey: 1, cwd: 1, env: 1, users: 1, iterations: 1, limit: 1 } satisfies Record<keyof ConformanceOptions, 1>,
  'of a test user': { options: 1, shared: 1, journeyShared: 1, metrics: 1, env: 1, seed: 1, clock: 1 } satisfies Record<
    Exclude<keyof TestUserOptions, 'target'>,
    1
  >,
  'of what is recorded': { requests: 1, pluginRequests: 1, endpoints: 1, checks: 1, metrics: 1, deliveries: 1 } satisfies Record<
    keyof Recorded,
    1
  >,
}

test.each(Object.entries(named))('the page has every name %s', (_, names) => {
  const cells = rows.map((row) => /^`(\w+)`$/.exec(row)?.[1])
  expect(cells.join(' ')).toContain(Object.keys(names).join(' '))
})
