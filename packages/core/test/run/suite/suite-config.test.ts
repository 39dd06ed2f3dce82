import { describe, expect, test } from 'vitest'
import type { SuiteConfig } from '../../../src/config/config.ts'
import { InvalidConfigError } from '../../../src/base/errors/benchpress-error.ts'
import { planSuite } from '../../../src/run/api.ts'
import { resolveTests } from '../../../src/run/resolve-tests.ts'

const reads = { name: 'reads', scenarios: { reads: { request: {}, workload: { connections: 2, requests: 10 } } } }
const variants = { single: 'http://localhost:1/one', multi: { command: 'node server.js', url: 'http://localhost:2' } }

async function problemsOf(suite: unknown): Promise<string> {
  try {
    await resolveTests(suite as SuiteConfig)
  } catch (error) {
    if (error instanceof InvalidConfigError) return error.message
    throw error
  }
  throw new Error('nothing is wrong with it')
}

describe('a suite', () => {
  test.each([
    ['an unknown key', { pauze: '1s' }, 'unknown key "pauze"; did you mean "pause"?'],
    ['no test', { tests: [] }, 'tests: must not be empty'],
    ['no list of tests', { tests: reads }, 'tests: must be a list (was an object)'],
    ['no variant', { variants: {} }, 'variants: must have at least one variant'],
    [
      'a name that is none',
      { variants: { 'one core': variants.single } },
      'variants: "one core" is not a name; letters, digits, "_", "-", "." and ":" are allowed',
    ],
    [
      'a variant that is no target',
      { variants: { single: { comand: 'x' } } },
      'variants.single: unknown key "comand"; did you mean "command"?',
    ],
    ['no repeat', { repeats: 0 }, 'repeats: must be at least 1 (was 0)'],
    [
      'a pause that is none',
      { pause: 'soon' },
      'pause: must be a time such as "30s", "1m30s" or "250ms", or a number of seconds (was "soon")',
    ],
    [
      'variants that no test runs on',
      { tests: [{ ...reads, target: 'http://localhost:3' }] },
      'variants: no test runs on a variant: each has a target of its own; leave out the target of tests that shall run on each variant',
    ],
    ['two tests of one name', { tests: [reads, reads] }, 'tests[1].name: is that of tests[0] too; give each test a name of its own'],
    ['a test without a target', { variants: undefined }, 'target: is required'],
  ])('a suite with %s is refused', async (_name, changes, message) => {
    expect(await problemsOf({ name: 'suite', tests: [reads], variants, ...changes })).toContain(message)
  })

  test('a suite reports all mistakes at once, those of several tests by their index', async () => {
    const wrong = { ...reads, timeout: 0 }
    expect(
      await problemsOf({ name: 'suite', tests: [reads, { ...wrong, name: 'b' }, { ...wrong, name: 'c', seed: -1 }], variants, repeats: 0 }),
    ).toBe(
      [
        'repeats: must be at least 1 (was 0)',
        'tests[1].timeout: must be longer than 0 (was 0)',
        'tests[2].seed: must be at least 0 (was -1)',
        'tests[2].timeout: must be longer than 0 (was 0)',
      ].join('\n'),
    )
    expect(await problemsOf({ name: 'suite', tests: [wrong], variants })).toBe('timeout: must be longer than 0 (was 0)')
  })
})

test('the variants of a test differ only in their target, and the path from it', async () => {
  const { tests: resolved, repeats, pause } = await resolveTests({ name: 'suite', tests: [reads], variants, repeats: 2, pause: '3s' })
  expect([repeats, pause]).toEqual([2, 3e6])
  const [first] = resolved
  const [single, multi] = first !== undefined && 'variants' in first ? first.variants : []
  expect([single?.name, multi?.name]).toEqual(['single', 'multi'])
  expect(multi?.config).toEqual({ ...single?.config, target: multi?.config.target, scenarios: multi?.config.scenarios })
  expect(single?.config.target).toEqual({ kind: 'url', url: 'http://localhost:1/one' })
})

test('a plan names the variants, in the order of the suite, and the rest between runs', async () => {
  const own = { ...reads, name: 'own', target: 'http://localhost:3' }
  const plan = await planSuite({ name: 'suite', tests: [reads, own], variants, repeats: 2, pause: 1.5 })
  expect(plan).toMatchObject({ repeats: 2, pause: 1.5 })
  expect(plan.tests.map((each) => each.variants)).toEqual([
    [
      { name: 'single', target: { kind: 'url', url: 'http://localhost:1/one', command: null } },
      { name: 'multi', target: { kind: 'command', url: 'http://localhost:2', command: ['node', 'server.js'] } },
    ],
    [],
  ])
})
