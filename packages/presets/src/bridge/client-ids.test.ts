import { expect, test } from 'vitest'
import { clientIds } from './client-ids.ts'

test('ids look like the published ones: their number and 50 letters', () => {
  const ids = clientIds({ seed: 7, count: 10_000, format: 'any' })
  expect(ids).toHaveLength(10_000)
  expect(new Set(ids.map((id) => id.split('_')[2])).size).toBe(10_000)
  for (const [index, id] of ids.entries()) expect(id).toMatch(new RegExp(`^id_${index}_[a-zA-Z]{50}$`))
})

test('ids for bridges that demand it are 64 hexadecimal digits', () => {
  const ids = clientIds({ seed: 7, count: 100, format: 'hex64' })
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{64}$/)
})

test('the same seed gives the same ids, and another seed gives other ids', () => {
  const [first] = clientIds({ seed: 7, count: 10, format: 'any' })
  expect(clientIds({ seed: 7, count: 20, format: 'any' })[0]).toBe(first)
  expect(clientIds({ seed: 8, count: 10, format: 'any' })[0]).not.toBe(first)
})
