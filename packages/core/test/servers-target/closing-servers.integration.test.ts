import { expect, test } from 'vitest'
import type { WorkloadConfig } from '../../src/config/workload/workload-config.ts'
import { run } from '../../src/run/api.ts'
import { FaultServer, responseOf } from '../faults/fault-server.ts'

test.each<[string, WorkloadConfig]>([
  ['connections', { connections: 4, requests: 60 }],
  ['users', { users: 3, iterations: 60 }],
])('a request of %s whose connection was closed is sent once more to the same server', async (_of, workload) => {
  const servers: FaultServer[] = []
  try {
    for (let count = 0; count < 2; count++)
      servers.push(
        await FaultServer.start({ onRequest: (socket, { index }) => void (index === 0 ? socket.write(responseOf()) : socket.end()) }),
      )
    const target = { servers: servers.map(({ url }) => url) }
    const result = await run({ target, workers: 0, scenarios: { spread: { request: {}, workload } } })
    const scenario = result.scenario('spread')
    expect(scenario.counts.outcomes.ok).toBe(60)
    const ok = scenario.servers?.map(({ counts }) => counts.outcomes.ok) ?? []
    expect(ok).toEqual(scenario.servers?.map(({ counts }) => counts.started))
    expect(ok.reduce((sum, count) => sum + count, 0)).toBe(60)
    expect(scenario.retried).toBeGreaterThan(0)
    expect(servers.reduce((sum, { requests }) => sum + requests, 0)).toBe(60 + scenario.retried)
  } finally {
    for (const server of servers) server.close()
  }
})
