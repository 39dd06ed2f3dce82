import '@benchpress/core/vitest'
import { expect, test } from 'vitest'
import { loadOf } from '../shop.ts'

const started: Record<string, PromiseWithResolvers<void>> = { third: Promise.withResolvers(), first: Promise.withResolvers() }

// Each asserts when others have been started, and some have ended.
test.concurrent('fails first', async () => {
  const result = await loadOf('at once, first')
  await started['third']?.promise
  expect(result).toHaveP50Below('1us')
})

test.concurrent('passes second', async () => {
  const result = await loadOf('at once, second')
  await started['first']?.promise
  expect(result).toHaveErrorRateBelow('1%')
})

// oxlint-disable-next-line no-shadow -- the expect of the context is what is tried
test.concurrent('passes third', async ({ expect, onTestFinished }) => {
  const result = await loadOf('at once, third')
  expect(result).toHaveErrorRateBelow('1%')
  started['third']?.resolve()
  onTestFinished(() => started['first']?.resolve())
})
