import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Settlement } from './failure.ts'

test.each(['before', 'after'])('a promise that is read %s its settlement gets the value', async (when) => {
  const [opened, closed] = [new Settlement<string>(), new Settlement<string>()]
  const early = when === 'before' ? [opened.promise, closed.promise] : []
  opened.resolve('open')
  closed.reject(new Error('refused'))
  const [open = opened.promise, close = closed.promise] = early
  expect(opened.promise).toBe(open)
  expect(closed.promise).toBe(close)
  expect(await open).toBe('open')
  await expect(close).rejects.toThrow('refused')
})

test('only the first settlement counts', async () => {
  const [resolved, rejected] = [new Settlement<number>(), new Settlement<number>()]
  resolved.resolve(1)
  resolved.resolve(2)
  resolved.reject(new Error('too late'))
  rejected.reject(new Error('in time'))
  rejected.resolve(1)
  expect(await resolved.promise).toBe(1)
  await expect(rejected.promise).rejects.toThrow('in time')
})

test('a rejection that is not awaited counts as handled', async () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown): void => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  const [asked, late, never] = [new Settlement<void>(), new Settlement<void>(), new Settlement<void>()]
  const { promise } = asked
  for (const settlement of [asked, late, never]) settlement.reject(new Error('refused'))
  void late.promise
  await nextTurn()
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
  await expect(promise).rejects.toThrow('refused')
})
