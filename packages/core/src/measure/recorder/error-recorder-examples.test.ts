import { describe, expect, test } from 'vitest'
import { outcomeIndex } from '../../model/metrics/outcome.ts'
import { CheckRecorder } from './named-recorders.ts'
import { ErrorRecorder, type ErrorSnapshot, mostExamples, type ExampleSource } from './error-recorder.ts'
import { ErrorTotals } from './series-totals.ts'

const { http_error: httpError } = outcomeIndex

/** Describes numbered requests, and counts how often it was asked. */
function countedSource(): ExampleSource & { asked: number } {
  return {
    asked: 0,
    example() {
      this.asked += 1
      return { request: `GET /${this.asked}`, status: 500, expected: 'ok', received: 'no', isCut: false }
    },
  }
}

function requestsOf(snapshots: readonly ErrorSnapshot[]): readonly (readonly string[])[] {
  return snapshots.map(({ examples = [] }) => examples.map(({ request }) => request))
}

describe('ErrorRecorder', () => {
  test('the error recorder keeps the first five examples of a reason over all snapshots, and reads no more', () => {
    const errors = new ErrorRecorder()
    const source = countedSource()
    for (let at = 0; at < 3; at++) errors.count(httpError, { reason: '500', endpoint: 'GET /', source }, at)
    expect(requestsOf(errors.take())).toEqual([['GET /1', 'GET /2', 'GET /3']])
    for (let at = 3; at < 1000; at++) errors.count(httpError, { reason: '500', endpoint: 'GET /', source }, at)
    const [last] = errors.take()
    expect(last).toMatchObject({ count: 997, examples: [{ at: 3, request: 'GET /4' }, { at: 4 }] })
    expect(last?.examples).toHaveLength(2)
    expect(source.asked).toBe(mostExamples)
  })

  test('the error recorder keeps five examples of each reason and endpoint, and none without an endpoint', () => {
    const errors = new ErrorRecorder()
    for (let at = 0; at < 20; at++) {
      errors.count(httpError, { reason: `${at % 2}`, endpoint: 'GET /a', source: countedSource() }, at)
      errors.count(httpError, { reason: '0', endpoint: 'GET /b', source: countedSource() }, at)
      errors.count(httpError, 'alone', at)
    }
    expect(errors.take().map(({ reason, endpoint, examples }) => [reason, endpoint, examples?.length])).toEqual([
      ['0', 'GET /a', 5],
      ['0', 'GET /b', 5],
      ['alone', undefined, undefined],
      ['1', 'GET /a', 5],
    ])
  })

  test('a snapshot has a hundred examples at most, and the next snapshot the next ones', () => {
    const errors = new ErrorRecorder()
    const fail = (): void => {
      for (let index = 0; index < 90; index++) {
        const source = countedSource()
        for (let again = 0; again < 2; again++) errors.count(httpError, { reason: '500', endpoint: `GET /${index}`, source }, index)
      }
    }
    const take = (): number => errors.take().reduce((sum, { examples = [] }) => sum + examples.length, 0)
    fail()
    expect(take()).toBe(100)
    fail()
    expect(take()).toBe(100)
  })

  test('examples hide secrets, and cut long texts', () => {
    const errors = new ErrorRecorder()
    const source: ExampleSource = {
      example: () => ({
        request: 'GET /login?access_token=t0ken&page=2',
        status: 500,
        expected: 'password=hunter2',
        received: `{"token":"t0ken","user":"ann"}\nauthorization: Bearer t0ken\nset-cookie: sid=t0ken\n${'x'.repeat(5000)}`,
        isCut: false,
      }),
    }
    errors.count(httpError, { reason: '500', endpoint: 'GET /login', source }, 1)
    const text = JSON.stringify(errors.take())
    expect(text).not.toMatch(/t0ken|hunter2/)
    expect(text).toContain('page=2')
    expect(text.length).toBeLessThan(2000)
  })
})

test('the examples of several threads are the earliest of all, in any order of their reports', () => {
  const snapshotOf = (times: readonly number[]): ErrorSnapshot => ({
    outcome: httpError,
    reason: '500',
    endpoint: 'GET /',
    count: times.length,
    first: 1,
    last: 9,
    examples: times.map((at) => ({ at, request: `GET /${at}`, status: 500, expected: null, received: null, isCut: false })),
  })
  const snapshots = [snapshotOf([1, 8, 9]), snapshotOf([2, 3, 7]), snapshotOf([4])]
  for (const order of [snapshots, snapshots.toReversed()]) {
    const totals = new ErrorTotals()
    for (const snapshot of order) totals.add(snapshot)
    expect(totals.all.map(({ count, examples }) => [count, examples?.map(({ at }) => at)])).toEqual([[7, [1, 2, 3, 4, 7]]])
  }
})

test('a check keeps five examples of its failures, and none of its successes', () => {
  const checks = new CheckRecorder()
  const source = countedSource()
  for (let at = 0; at < 20; at++) {
    checks.count('accepted', at % 2 === 0, at, source)
    checks.count('quiet', false, at)
  }
  expect(checks.take()).toEqual([
    { name: 'accepted', passed: 10, failed: 10, examples: [1, 3, 5, 7, 9].map((at) => expect.objectContaining({ at }) as unknown) },
    { name: 'quiet', passed: 0, failed: 20 },
  ])
  expect(source.asked).toBe(mostExamples)
})
