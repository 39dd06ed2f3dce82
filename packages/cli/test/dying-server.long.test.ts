import { afterEach, expect, test } from 'vitest'
import { call } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

const started: StartedServer[] = []

afterEach(async () => {
  for (const server of started.splice(0)) await server.close()
})

interface Told {
  readonly tests: readonly {
    readonly scenarios: readonly {
      readonly counts: { readonly started: number }
      readonly servers: readonly { readonly name: string; readonly counts: { readonly started: number } }[]
    }[]
  }[]
}

test('a number of requests to two servers, of which one exits in the warm-up, is met exactly, and the table shows the requests of each server', async () => {
  const living = await startServer((_request, response) => response.end('ok'))
  let responses = 0
  const dying = await startServer((_request, response) => {
    responses += 1
    if (responses === 20) void dying.close()
    else response.end('ok')
  })
  started.push(living)
  const args = [`${living.url},${dying.url}`, '-n', '200', '-c', '2', '-W', '0.5', '-w', '0']
  const { stdout } = await call([...args, '--json'])
  const [scenario] = (JSON.parse(stdout) as Told).tests.flatMap(({ scenarios }) => scenarios)
  expect(responses).toBeGreaterThanOrEqual(20)
  expect(scenario?.counts.started).toBe(200)
  // The connection of the server that exited waits longer before each attempt.
  const [ofLiving = 0, ofDying = 0] = scenario?.servers.map(({ counts }) => counts.started) ?? []
  expect(ofLiving + ofDying).toBe(200)
  expect(ofDying).toBeLessThan(ofLiving)
})
