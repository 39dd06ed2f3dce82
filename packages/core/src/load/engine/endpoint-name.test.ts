import { expect, test } from 'vitest'
import { endpointName } from './endpoint-name.ts'

test.each([
  ['GET', '/items?page=1', 'GET /items'],
  ['POST', '/items#top', 'POST /items'],
  ['GET', '/', 'GET /'],
  ['GET', '/a;api_key=abc/b?c', 'GET /a;api_key=[redacted]'],
])('%s %s is %s', (method, path, name) => {
  expect(endpointName({ method, path })).toBe(name)
})
