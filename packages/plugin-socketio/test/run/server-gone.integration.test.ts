import { run } from '@benchpress/core'
import { invalidReasons } from '@benchpress/core/testing'
import { describe, expect, test } from 'vitest'
import { socketio } from '../../src/index.ts'
import { startSocketServer } from '../servers/socket-server.ts'

type Ack = (value?: unknown) => void

describe.concurrent('a server that is gone in the middle of a test', () => {
  test.each([
    ['fail each question', false],
    ['reconnect', { delay: '200ms', delayMax: '200ms' }],
  ] as const)('a server that is gone ends the test where users %s, like an HTTP server', async (_, reconnection) => {
    const server = await startSocketServer((socket) => void socket.on('echo', (value: unknown, ack: Ack) => ack(value)))
    let closing: Promise<void> | undefined
    const result = await run(
      {
        target: server.url,
        workers: 1,
        plugins: [socketio()],
        scenarios: {
          echo: { journey: socketio.echo({ reconnection }), workload: { users: 6, duration: '1h', gracefulStop: 0 } },
        },
      },
      {
        onProgress: ({ requests }) => {
          if (requests > 100) closing ??= server.close()
        },
      },
    )
    await closing
    expect(result.interrupted?.cause).toBe('target')
    expect(result.target.failed?.reason).toBe('every connection of socketio was refused for 3 s')
    expect(result.absences).toMatchObject([{ to: null, broken: 6 }])
    expect(result.verdict.reasons).toContainEqual(expect.objectContaining({ rule: 'interrupted', level: 'suspect' }))
    expect(invalidReasons(result.verdict.reasons)).toEqual([])
    const [requests] = result.scenarios[0]?.users?.pluginRequests ?? []
    expect(requests?.counts.outcomes.ok).toBeGreaterThan(100)
    expect(requests?.counts.outcomes.refused).toBeGreaterThan(0)
    expect(requests?.errors.map(({ reason }) => reason)).toContain('websocket refused: ECONNREFUSED')
  })
})
