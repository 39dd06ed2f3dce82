import { expect, test } from 'vitest'
import { suiteResult, testResult } from '../../test/suite-fixture.ts'
import { overview, type AssertingTest } from './overview.ts'

test('a test that asserts something of several load tests, or in several attempts, is counted once', () => {
  const of = (...states: readonly AssertingTest['state'][]) => ({
    suite: suiteResult([testResult()]),
    tests: states.map((state) => ({ name: 'load/shop.test.ts > bids stay fast', state })),
    page: 'shop.html',
  })
  const [, tests] = overview([of('passed'), of('retried', 'passed')], 'reports').sections
  expect(tests).toMatchObject({ title: 'Tests', intro: '1 test asserted something of 2 load tests' })
  expect(tests?.parts[0]).toMatchObject({ rows: { length: 3 } })
})
