import { run, type Result } from '@benchpress/core'
import { expect, onTestFinished, test } from 'vitest'
import { socketio } from '../../src/index.ts'
import { startSocketServer } from '../servers/socket-server.ts'

type Answer = () => void

test('users who wait for acknowledgements neither think nor wait for events, and those who pause longer do', async () => {
  const server = await startSocketServer((socket) => {
    socket.on('late', (_value: unknown, answer: Answer) => void setTimeout(answer, 1000))
    socket.on('soon', (_value: unknown, answer: Answer) => void setTimeout(answer, 50))
  })
  onTestFinished(() => server.close())
  const echo = async (event: string, pause: string): Promise<Result> =>
    await run({
      target: server.url,
      workers: 1,
      plugins: [socketio()],
      scenarios: { echo: { journey: socketio.echo({ event, pause }), workload: { users: 8, duration: '2s', gracefulStop: 0 } } },
    })
  const [waiting, thinking] = await Promise.all([echo('late', '50ms'), echo('soon', '1s')])
  // Beside other tests the machine itself may be what limits; that comes before all else.
  expect(thinking.limitedBy).not.toMatch(/^(concurrency|events)/)
  expect(waiting.limitedBy).not.toMatch(/^(think time|events)/)
  expect(thinkTimes(thinking)).toEqual([
    expect.stringMatching(/^users waited on their own .* users, .* waiting for replies of socketio\): /),
  ])
  expect(thinkTimes(waiting)).toEqual([])
  const shares = [waiting, thinking].map(({ scenarios }) => {
    const { busy = 0, waitingForReplies = 0 } = scenarios[0]?.users ?? {}
    return waitingForReplies / busy
  })
  expect(shares[0]).toBeGreaterThan(0.7)
  expect(shares[1]).toBeLessThan(0.3)
  for (const { scenarios, metrics } of [waiting, thinking]) {
    const [requests] = scenarios[0]?.users?.pluginRequests ?? []
    // An attempt to connect has an answer too.
    expect(requests).toMatchObject({ plugin: 'socketio', failures: [] })
    const { count } = (metrics['socketio_round_trip_time'] as { readonly values: { readonly count: number } }).values
    expect(requests?.outcomes.ok).toBe(8 + count)
  }
})

function thinkTimes({ verdict }: Result): readonly string[] {
  return verdict.reasons.filter(({ rule }) => rule === 'think-time').map(({ text }) => text)
}
