import { describe, expect, onTestFinished, test } from 'vitest'
import { failureReason, RequestError, markHandled } from './failure.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'

describe('why something failed, in one line', () => {
  test.each([
    [new Error('no item is left'), 'no item is left'],
    [new Error('\n  expected 200\n  but was 500'), 'expected 200'],
    [new Error('one\r\ntwo'), 'one'],
    [new TypeError(''), 'TypeError'],
    ['just a text', 'just a text'],
    [{ code: 7 }, '{ code: 7 }'],
    [undefined, 'undefined'],
    [new RequestError('POST /bid', 'reset', 'ECONNRESET'), 'POST /bid: reset (ECONNRESET)'],
  ])('the reason of the failure %o is %o', (thrown, reason) => {
    expect(failureReason(thrown)).toBe(reason)
  })

  test('the reason of a failure is cut after 200 characters', () => {
    expect(failureReason(new Error('x'.repeat(200)))).toBe('x'.repeat(200))
    expect(failureReason(new Error('x'.repeat(201)))).toBe(`${'x'.repeat(199)}…`)
  })

  test('the reason of a failure shows no secrets, even where it is cut', () => {
    const secret = 's3cret'.repeat(20)
    const reason = failureReason(new Error(`${'x'.repeat(150)} refused http://ann:pw@host/?token=${secret}`))
    expect(reason).toContain('refused http://host/')
    expect(reason).not.toContain('s3c')
    expect(reason).not.toContain('pw')
  })
})

function hearUnheard(): readonly unknown[] {
  const unheard: unknown[] = []
  const hear = (reason: unknown): void => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  return unheard
}

test('the rejection of a marked promise counts as handled', async () => {
  const unheard = hearUnheard()
  const error = new Error('broken off')
  const promise = Promise.reject(error)
  expect(markHandled(promise)).toBe(promise)
  await nextTurn()
  expect(unheard).toEqual([])
  // A later await still gets the rejection.
  await expect(promise).rejects.toBe(error)
})

test('a promise derived from a marked one must be handled itself', async () => {
  const unheard = hearUnheard()
  const error = new Error('broken off')
  void markHandled(Promise.reject(error)).then(() => 'never')
  await nextTurn()
  expect(unheard).toEqual([error])
})
