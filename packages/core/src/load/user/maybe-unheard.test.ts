import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { maybeUnheard } from './maybe-unheard.ts'

function hearUnheard(): readonly unknown[] {
  const unheard: unknown[] = []
  const hear = (reason: unknown): void => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  return unheard
}

test('a promise that rejects while nobody waits for it is no rejection that nobody heard of', async () => {
  const unheard = hearUnheard()
  const error = new Error('broken off')
  const promise = Promise.reject(error)
  expect(maybeUnheard(promise)).toBe(promise)
  await nextTurn()
  expect(unheard).toEqual([])
  // Who waits later hears of it all the same.
  await expect(promise).rejects.toBe(error)
})

test('only that promise: what follows from it has to be heard', async () => {
  const unheard = hearUnheard()
  const error = new Error('broken off')
  void maybeUnheard(Promise.reject(error)).then(() => 'never')
  await nextTurn()
  expect(unheard).toEqual([error])
})
