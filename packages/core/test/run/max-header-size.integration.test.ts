import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { run } from '../../src/run/api.ts'
import type { Config } from '../../src/config/config.ts'
import type { Result } from '../../src/result/shape/result.ts'

/** Runs a test against a server whose responses have a head of 20 kB. */
async function runWith(config: Partial<Config>): Promise<Result> {
  const server = createServer((_request, response) => response.setHeader('x-large', 'a'.repeat(20_000)).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const scenarios: Config['scenarios'] = {
      connections: { request: {}, workload: { connections: 1, requests: 1 } },
      users: { request: {}, workload: { users: 1, iterations: 1 } },
      journeys: {
        journey: async ({ http }) => void (await http.get('/').catch(() => {})),
        workload: { users: 1, iterations: 1 },
      },
    }
    return await run({ target, scenarios, ...config })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function endings(result: Result): readonly unknown[] {
  return result.scenarios.map(({ counts, errors }) => [counts.outcomes.ok, errors.map(({ reason }) => reason)])
}

test('a response with a head as large as maxHeaderSize is a protocol error whose message says so', async () => {
  const refused = [0, ['head too large: not below maxHeaderSize (16384 bytes)']]
  expect(endings(await runWith({}))).toEqual([refused, refused, refused])
})

test('a response with a head below maxHeaderSize is ok', async () => {
  const taken = [1, []]
  expect(endings(await runWith({ maxHeaderSize: 20_200 }))).toEqual([taken, taken, taken])
})
