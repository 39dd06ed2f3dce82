import '@benchpress/core/vitest'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { run, type Result } from '@benchpress/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileTexts } from '../../hostile-result.ts'

const [script = '', , , , escapes = ''] = hostileTexts
const server = createServer((_, response) => response.end('ok'))
let result: Result

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  result = await run({
    name: `shop ${script} ${escapes}`,
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scenarios: { reads: { request: { path: '/' }, workload: { connections: 2, requests: 200 } } },
  })
})

afterAll(() => server.close())

test(`responds ${script} ${escapes}`, () => {
  expect(result).toHaveErrorRateBelow('1%')
  expect(result.scenario('reads')).toHaveP50Below('1m')
})

test('is asked by a part of the result alone', () => {
  expect(result.endpoint('GET /')).toHaveP90Below('1us')
})

test('asserts nothing of a load test', () => {
  expect(1).toBe(1)
})
