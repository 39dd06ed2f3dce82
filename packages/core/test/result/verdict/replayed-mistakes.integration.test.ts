import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Config } from '../../../src/config/config.ts'
import type { Result } from '../../../src/result/shape/result.ts'
import { run } from '../../../src/run/api.ts'
import { journey } from '../../../src/load/user/journey.ts'

/*
 * Mistakes of published tests, made again with targets that invite them: the verdict, or the check of the config, has to name each. Those that a
 * fixture can show are in published-tests.test.ts and published-figures.test.ts.
 */

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function runAgainst(listener: RequestListener, scenarios: Config['scenarios']): Promise<Result> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return await run({ target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, workers: 0, scenarios })
}

function textsOf(result: Result, rule: string): readonly string[] {
  return result.verdict.reasons.filter((reason) => reason.rule === rule).map(({ text }) => text)
}

test('a 200 with {"result":null} is no success where the response is known', async () => {
  const result = await runAgainst((_request, response) => response.end('{"result":null}'), {
    multiply: {
      request: { path: '/math.multiply?a=9&b=22', expect: { body: '{"result":198}' } },
      workload: { connections: 2, requests: 50 },
    },
  })
  expect(result.scenarios[0]?.counts.outcomes).toMatchObject({ ok: 0, check_failed: 50 })
  expect(result.verdict.level).toBe('invalid')
  expect(result.verdict.reasons[0]?.rule).toBe('no-success')
  expect(result.verdict.reasons[0]?.text).toContain('unexpected body')
})

test('a client that waits for the slowest of each batch has fewer requests in flight than it claims', async () => {
  let served = 0
  const result = await runAgainst(
    (_request, response) => {
      served += 1
      // The last of each batch gets a late response; all others an immediate one.
      if (served % 20 === 0) setTimeout(() => response.end('late'), 20)
      else response.end('now')
    },
    { batches: { request: {}, workload: { batch: 20, iterations: 400 } } },
  )
  const [text] = textsOf(result, 'in-flight-idle')
  expect(text).toMatch(
    /^each batch starts 20 iterations, measured [\d.]+ at a time: those that had ended waited for the slowest of their batch$/,
  )
})

test('a rate that the pauses of the users set is reported as such', async () => {
  const result = await runAgainst((_request, response) => response.end('ok'), {
    pausing: {
      journey: journey(async ({ http, think }) => {
        await http.get('/')
        await think('100ms')
      }),
      workload: { users: 4, duration: '1s' },
    },
  })
  // On a machine that is full of other work, the limit may be anything else.
  expect(textsOf(result, 'think-time')).toHaveLength(1)
})

test('a key that would be ignored is refused', async () => {
  const scenarios = { reads: { request: {}, transports: ['websocket'], workload: { connections: 1, requests: 1 } } }
  await expect(run({ target: 'http://127.0.0.1:1', scenarios })).rejects.toThrow('unknown key "transports"')
})
