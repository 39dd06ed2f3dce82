import { describe, expect, test } from 'vitest'
import { outcomeIndex } from '../../model/metrics/outcome.ts'
import { ErrorRecorder, mostPairs, mostReasons, otherEndpoints, otherReasons } from './error-recorder.ts'

const { reset, timeout } = outcomeIndex

describe('ErrorRecorder', () => {
  test('the error recorder counts each reason, with its first and last time', () => {
    const errors = new ErrorRecorder()
    errors.count(reset, 'ECONNRESET', 10)
    errors.count(timeout, 'request timeout', 20)
    errors.count(reset, 'ECONNRESET', 30)
    expect(errors.take()).toEqual([
      { outcome: reset, reason: 'ECONNRESET', count: 2, first: 10, last: 30 },
      { outcome: timeout, reason: 'request timeout', count: 1, first: 20, last: 20 },
    ])
    expect(errors.take()).toEqual([])
  })

  test('the error recorder counts one reason for each of its outcomes', () => {
    const errors = new ErrorRecorder()
    errors.count(timeout, 'request timeout', 1)
    errors.count(outcomeIndex.aborted, 'request timeout', 1)
    expect(errors.take().map(({ outcome }) => outcome)).toEqual([timeout, outcomeIndex.aborted])
  })

  test('the error recorder counts one reason for each of its endpoints', () => {
    const errors = new ErrorRecorder()
    for (const endpoint of ['GET /a', 'GET /b', 'GET /a']) errors.count(reset, { reason: 'ECONNRESET', endpoint }, 1)
    expect(errors.take()).toMatchObject([
      { endpoint: 'GET /a', count: 2 },
      { endpoint: 'GET /b', count: 1 },
    ])
  })

  test('the error recorder keeps four hundred pairs of reason and endpoint, and no count and no reason is lost', () => {
    const errors = new ErrorRecorder()
    for (let index = 0; index < 5000; index++) errors.count(reset, { reason: 'ECONNRESET', endpoint: `GET /${index}` }, index)
    errors.count(reset, { reason: 'EPIPE', endpoint: 'GET /0' }, 5000)
    const taken = errors.take()
    expect(taken).toHaveLength(mostPairs + 2)
    expect(taken.slice(-2)).toEqual([
      { outcome: reset, reason: 'ECONNRESET', endpoint: otherEndpoints, count: 5000 - mostPairs, first: mostPairs, last: 4999 },
      { outcome: reset, reason: 'EPIPE', endpoint: otherEndpoints, count: 1, first: 5000, last: 5000 },
    ])
  })

  test('the error recorder keeps a hundred reasons, and no count is lost', () => {
    const errors = new ErrorRecorder()
    for (let index = 0; index < 5000; index++) errors.count(index % 2 === 0 ? reset : timeout, `reason ${index}`, index)
    errors.count(reset, 'reason 0', 5000)
    const taken = errors.take()
    expect(taken).toHaveLength(mostReasons + 2)
    expect(taken[0]).toEqual({ outcome: reset, reason: 'reason 0', count: 2, first: 0, last: 5000 })
    expect(taken.filter(({ reason }) => reason === otherReasons)).toEqual([
      { outcome: reset, reason: otherReasons, count: 2450, first: 100, last: 4998 },
      { outcome: timeout, reason: otherReasons, count: 2450, first: 101, last: 4999 },
    ])
    expect(taken.reduce((sum, { count }) => sum + count, 0)).toBe(5001)
  })
})
