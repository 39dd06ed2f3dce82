import { run } from '@benchpress/core'
import type { Result } from '@benchpress/core'
import { expect, test } from 'vitest'
import { hyphaTarget } from '../src/index.ts'

const path = '/default/services/benchmark-service/math.multiply?a=9&b=22'

test('right responses are ok', async () => {
  const result = await multiply(undefined)
  expect(result.scenario('multiply').counts).toMatchObject({ started: 200, outcomes: { ok: 200 } })
})

test('a response of status 200 with a wrong body is no success', async () => {
  const result = await multiply('arguments')
  expect(result.scenario('multiply').statuses).toEqual({ '200': 200 })
  expect(result.scenario('multiply').counts).toMatchObject({ started: 200, outcomes: { ok: 0, check_failed: 200 } })
  expect(result.verdict.level).toBe('invalid')
})

async function multiply(breakage: 'arguments' | undefined): Promise<Result> {
  return await run({
    target: hyphaTarget(breakage === undefined ? {} : { break: breakage }),
    workers: 0,
    scenarios: {
      multiply: { request: { path, expect: { json: { result: 198 } } }, workload: { connections: 5, requests: 200 } },
    },
  })
}
