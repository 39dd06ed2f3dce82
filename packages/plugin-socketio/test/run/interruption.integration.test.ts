import { run } from '@benchpress/core'
import { expect, test } from 'vitest'
import { socketio } from '../../src/index.ts'
import { startSocketServer } from '../servers/socket-server.ts'

// All connections are closed by one load thread, and by one thread of the server. Users that wait for each other are tested in leavers.test.ts, and thousands
// of users in the benchmarks.
const users = 500

test('an interrupted test of 500 connections ends in time with a usable result, and leaves no connection', async () => {
  const interruption = new AbortController()
  let joined = 0
  const server = await startSocketServer((socket) => {
    socket.on('join', (ack: () => void) => {
      ack()
      if (++joined === users) interruption.abort()
    })
  })
  const result = await run(
    {
      target: server.url,
      workers: 1,
      plugins: [socketio()],
      scenarios: {
        all: { journey: socketio.hold({ join: [{ event: 'join' }] }), workload: { users, duration: '10m', gracefulStop: '100ms' } },
      },
    },
    { signal: interruption.signal },
  )
  expect(server.connected()).toBe(users)
  expect(result.interrupted).not.toBeNull()
  expect(result.generator.threads).toMatchObject([{ lost: null }])
  expect(result.metrics).toMatchObject({ socketio_connects: { count: users }, socketio_refused: { count: 0 } })
  expect(result.scenarios[0]?.users?.failures).toEqual([])
  // On a busy machine the server's process takes longer than that to close a connection; such users are left out.
  const late = 'plugin socketio: dispose: did not end within 1 s'
  const checks = result.scenarios[0]?.users?.checks ?? []
  expect(checks.filter(({ name }) => name !== late)).toEqual([])
  const disconnects = result.metric('socketio_disconnects')
  const counted = disconnects.type === 'counter' ? disconnects.count : Number.NaN
  expect(counted).toBeGreaterThanOrEqual(users - (checks.find(({ name }) => name === late)?.failed ?? 0))
  expect(counted).toBeLessThanOrEqual(users)
  await server.whenEnded(users)
  expect(Object.fromEntries(server.ended)).toEqual({ 'client namespace disconnect': users })
  await server.close()
})
