import { createServer, METHODS } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { ScenarioConfig } from '../../src/config/config.ts'
import { journey } from '../../src/load/user/journey.ts'
import { run } from '../../src/run/api.ts'

const methods = METHODS.filter((method) => method !== 'CONNECT').toSorted()
const requests = methods.map((method) => ({ method }))
const iterations = methods.length
const oneIteration = { users: 1, iterations: 1 }

const scenarios: Readonly<Record<string, ScenarioConfig>> = {
  connections: { request: requests, workload: { connections: 1, requests: iterations } },
  'pipelined connections with ids': {
    request: requests,
    uniqueIds: true,
    workload: { connections: 1, pipelining: 4, requests: iterations },
  },
  users: { request: requests, workload: { users: 1, iterations } },
  arrivals: { request: requests, workload: { rate: 1000, iterations } },
  'a journey': {
    journey: journey(async ({ http }) => {
      for (const method of methods) await http.request(method, '/')
    }),
    workload: oneIteration,
  },
  'a journey over streams': {
    journey: journey(async ({ http }) => {
      for (const method of methods) {
        const ended = Promise.withResolvers<void>()
        http.stream('/', { method }, { onHead: () => {}, onBytes: () => {}, onEnd: () => ended.resolve() })
        await ended.promise
      }
    }),
    workload: oneIteration,
  },
}

test.each(Object.entries(scenarios))('every method that Node.js knows is sent by %s', async (_name, scenario) => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.method ?? '')
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const result = await run({ target: url, workers: 0, scenarios: { methods: scenario } })
    expect(result.scenario('methods').counts.outcomes.ok).toBe(methods.length)
    expect(seen.toSorted()).toEqual(methods)
  } finally {
    server.close()
  }
})
