import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { run } from '../../src/run/api.ts'

const subscribe = fileURLToPath(new URL('subscribe.journey.ts', import.meta.url))
let server: Server | undefined

afterEach(() => stop())

function respond(path: string | undefined, response: ServerResponse): void {
  if (path !== '/events') return void response.end('ok')
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('data: 1\n\n')
}

async function start(port = 0): Promise<number> {
  server = createServer((request, response) => respond(request.url, response))
  await new Promise<void>((resolve) => void server?.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function stop(): void {
  server?.close()
  server?.closeAllConnections()
  server = undefined
}

test('a target that restarts under requests, users and subscribers was away once, for all of them', async () => {
  const port = await start()
  const controller = new AbortController()
  let step: 'up' | 'down' | 'back' = 'up'
  let before = 0
  const result = await run(
    {
      target: `http://127.0.0.1:${port}`,
      workers: 1,
      scenarios: {
        reads: { request: {}, workload: { connections: 3, duration: '1m', gracefulStop: 0 } },
        users: { request: {}, workload: { users: 2, duration: '1m', gracefulStop: 0 } },
        subscribers: { journey: subscribe, workload: { users: 4, duration: '1m', gracefulStop: 0 } },
      },
    },
    {
      signal: controller.signal,
      onProgress: ({ phase, requests, failed }) => {
        if (phase !== 'run') return
        if (step === 'up' && requests > 0) {
          stop()
          step = 'down'
        } else if (step === 'down' && failed > 0) {
          void start(port)
          step = 'back'
          before = requests
        } else if (step === 'back' && requests > before + 10) {
          controller.abort()
        }
      },
    },
  )
  expect(result.absences).toEqual([
    {
      from: expect.any(Number) as number,
      to: expect.any(Number) as number,
      broken: expect.any(Number) as number,
      refused: expect.any(Number) as number,
    },
  ])
  const [{ from, to, broken, refused } = { from: 0, to: 0, broken: 0, refused: 0 }] = result.absences
  // The requests of all, and connections that the system had accepted for the target before it went.
  expect(broken).toBeGreaterThanOrEqual(9)
  expect(to).toBeGreaterThan(from)
  expect(refused).toBeGreaterThan(0)
  const told = result.verdict.reasons.filter(({ rule }) => rule === 'target-away').map(({ text }) => text)
  expect(told).toEqual([
    expect.stringMatching(new RegExp(`^the target was away from [\\d.]+ s to [\\d.]+ s: all ${broken} connections broke within a second`)),
  ])
})
