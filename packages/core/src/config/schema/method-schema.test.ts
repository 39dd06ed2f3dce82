import { expect, test } from 'vitest'
import { methodSchema } from './method-schema.ts'

test.each(['get', 'OPTIONS', 'propfind', 'M-SEARCH', 'QUERY'])('%s is a method, common or not', (method) => {
  expect(methodSchema.parse(method)).toBe(method.toUpperCase())
})

test.each([
  ['CONNECT', 'CONNECT cannot be tested: it turns the connection into a tunnel'],
  ['FETCH', 'is not a method of HTTP (was "FETCH")'],
])('%s is none that can be tested', (method, message) => {
  expect(methodSchema.safeParse(method).error?.issues).toMatchObject([{ message }])
})
