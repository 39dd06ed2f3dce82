import '@benchpress/core/vitest'
import { beforeAll, expect, test } from 'vitest'
import { loadOf } from '../shop.ts'

async function assertLoad(name: string): Promise<void> {
  expect(await loadOf(name)).toHaveErrorRateBelow('1%')
}

beforeAll(async () => {
  await assertLoad('before all')
})

test('skips itself', async ({ skip }) => {
  expect(await loadOf('skipped')).toHaveErrorRateBelow('1%')
  skip()
})

let attempts = 0
test('fails and is made again', { retry: 1 }, async () => {
  attempts += 1
  const result = await loadOf(`attempt ${attempts}`)
  expect(result).toHaveP50Below(attempts === 1 ? '1us' : '1m')
})

const isOver = Promise.withResolvers<void>()
const isAsserted = Promise.withResolvers<void>()
test('is over before it asserts', { timeout: 1 }, async ({ onTestFinished }) => {
  onTestFinished(() => isOver.resolve())
  const result = await loadOf('too late')
  await isOver.promise
  expect(result).toHaveErrorRateBelow('1%')
  isAsserted.resolve()
})

test('runs while another one asserts', async () => {
  await expect(isAsserted.promise).resolves.toBeUndefined()
})
