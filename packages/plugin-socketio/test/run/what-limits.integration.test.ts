import { journey, run, type Result } from '@benchpress/core'
import { expect, onTestFinished, test } from 'vitest'
import { socketio } from '../../src/index.ts'
import { startSocketServer } from '../servers/socket-server.ts'

type Ack = () => void

const users = 8

test('users who wait for acknowledgements neither think nor wait for events, and those who pause longer do', async () => {
  const [waiting, thinking] = await Promise.all([echo(false), echo(true)])
  // The machine itself may be the limit while other tests run, and takes precedence.
  expect(['concurrency', 'events']).not.toContain(thinking.limitedBy.by)
  expect(['think time', 'events']).not.toContain(waiting.limitedBy.by)
  expect(thinkTimes(thinking)).toEqual([
    expect.stringMatching(/^users waited on their own .* users, .* waiting for replies of socketio\): /),
  ])
  expect(thinkTimes(waiting)).toEqual([])
  const shares = [waiting, thinking].map(({ scenarios }) => {
    const { busy = 0, waitingForReplies = 0 } = scenarios[0]?.users ?? {}
    return waitingForReplies / busy
  })
  // Four fifths of the test were left when all users had sent their event.
  expect(shares[0]).toBeGreaterThan(0.7)
  expect(shares[1]).toBeLessThan(0.3)
  for (const { scenarios, metrics } of [waiting, thinking]) {
    const [requests] = scenarios[0]?.users?.pluginRequests ?? []
    expect(requests?.errors.filter(({ outcome }) => outcome !== 'aborted')).toEqual([])
    const { count } = metrics['socketio_emits'] as { readonly count: number }
    // An attempt to connect is a request, too.
    expect(requests?.counts.started).toBe(users + count)
  }
})

test('users that all wait in vain for an event make the test invalid, although they waited for the target', async () => {
  const server = await startSocketServer(() => undefined)
  onTestFinished(() => server.close())
  const { verdict, scenarios } = await run({
    target: server.url,
    plugins: [socketio()],
    scenarios: {
      all: {
        journey: journey(async ({ socketio: sockets }) => {
          const socket = await sockets.connect()
          await socket.waitFor('never', { timeout: '50ms' })
        }),
        workload: { users: 2, iterations: 6 },
      },
    },
  })
  expect(scenarios[0]?.users?.iterations).toMatchObject({ started: 6, failed: 6 })
  expect([verdict.level, verdict.reasons[0]?.rule]).toEqual(['invalid', 'no-success'])
})

/** Runs users who send one event, and pause after a reply; the test lasts five times as long as it took until all events were sent. */
async function echo(isAcknowledged: boolean): Promise<Result> {
  const over = new AbortController()
  const begun = performance.now()
  let asked = 0
  const server = await startSocketServer((socket) => {
    socket.on('ask', (_value: unknown, ack: Ack) => {
      if (isAcknowledged) ack()
      if (++asked === users) setTimeout(() => over.abort(), 4 * (performance.now() - begun))
    })
  })
  onTestFinished(() => server.close())
  const echoing = socketio.echo({ event: 'ask', pause: '1h', replyTimeout: '1h' })
  const scenarios = { echo: { journey: echoing, workload: { users, duration: '1h', gracefulStop: 0 } } } as const
  return await run({ target: server.url, workers: 1, plugins: [socketio()], scenarios }, { signal: over.signal })
}

function thinkTimes({ verdict }: Result): readonly string[] {
  return verdict.reasons.filter(({ rule }) => rule === 'think-time').map(({ text }) => text)
}
