import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { run, type Result } from '@benchpress/core'

/** Loads a server of its own with 200 requests. */
export async function loadOf(name: string): Promise<Result> {
  const server = createServer((_, response) => response.end('ok'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await run({
      name,
      target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      scenarios: { reads: { request: { path: '/' }, workload: { connections: 2, requests: 200 } } },
    })
  } finally {
    server.close()
  }
}
