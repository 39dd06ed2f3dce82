import { run, type ScenarioSummary } from '@benchpress/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connection, type ConnectOptions, socketio, type WaitOptions } from '../../src/index.ts'
import { startSocketServer, type SocketServer } from '../servers/socket-server.ts'

let server: SocketServer

beforeEach(async () => {
  server = await startSocketServer((socket) =>
    socket.on('ask', () => {
      for (const number of [1, 2, 3]) socket.emit('said', number)
    }),
  )
})

afterEach(() => server.close())

/** Runs one iteration that connects, and returns how it ended. */
async function iterate(
  options: ConnectOptions,
  body: (socket: Connection) => Promise<unknown>,
): Promise<{ readonly ends: unknown; readonly why: readonly unknown[] }> {
  const result = await run({
    target: server.url,
    workers: 0,
    plugins: [socketio()],
    scenarios: {
      one: {
        journey: async (user) => void (await body(await user.socketio.connect('/', options))),
        workload: { users: 1, iterations: 1 },
      },
    },
  })
  const { users } = result.scenarios[0] as ScenarioSummary
  const { completed, failed } = users?.iterations ?? {}
  return { ends: { completed, failed }, why: users?.failures.map(({ reason }) => reason) ?? [] }
}

const passes = { ends: { completed: 1, failed: 0 }, why: [] }
const fails = (...why: readonly unknown[]): object => ({ ends: { completed: 0, failed: 1 }, why })
const mistake = new Error('my mistake')
const rejects = (): Promise<never> => Promise.reject(mistake)
const throws = (): never => {
  throw mistake
}

test.each<[string, NonNullable<WaitOptions['match']>, object]>([
  ['a text for a match', (number) => number === 2 && 'yes', passes],
  ['undefined, 0 and null for none', (number) => (number === 3 ? {} : [undefined, 0, null][Number(number)]), passes],
  ['a promise', async (number) => number === 2, fails(expect.stringMatching(/^match of "said" returned a promise/))],
  ['a promise that rejects', rejects, fails(expect.stringMatching(/^match of "said" returned a promise/))],
  ['nothing, but throws', throws, fails('my mistake')],
])('a match may return %s', async (_, match, expected) => {
  const asWait = iterate({}, async (socket) => {
    const said = socket.waitFor('said', { match })
    socket.emit('ask')
    await said
  })
  expect(await asWait).toEqual(expected)
  expect(await iterate({}, (socket) => socket.request('ask', {}, { reply: 'said', match }))).toEqual(expected)
})

test.each<[string, ConnectOptions]>([
  ['a listener that throws', { on: { said: throws } }],
  ['a listener that rejects', { on: { said: rejects } }],
  ['onDisconnect that throws', { onDisconnect: throws }],
  ['onDisconnect that rejects', { onDisconnect: rejects }],
  ['a payload that throws', { recipients: 'me', payload: throws }],
])('%s fails the iteration, whatever its journey awaits', async (_, options) => {
  const closed = async (socket: Connection): Promise<void> => {
    await socket.closed
  }
  const event = async (socket: Connection): Promise<void> => {
    await socket.waitFor('never')
  }
  const nothing = async (socket: Connection): Promise<void> => {
    while (socket.isConnected) await new Promise((resolve) => setImmediate(resolve))
  }
  // What waits for an event has ended with the connection before onDisconnect is called.
  for (const wait of 'onDisconnect' in options ? [closed, nothing] : [closed, event, nothing]) {
    const ended = await iterate(options, async (socket) => {
      const waiting = wait(socket)
      socket.emit('ask')
      if ('onDisconnect' in options) setTimeout(() => socket.close(), 10)
      await waiting
    })
    expect(ended).toEqual(fails('my mistake'))
  }
})

test.each([
  [undefined, /^payload must return a text \(was undefined\)$/],
  [Promise.resolve('text'), /^payload returned a promise/],
])('a payload that returns %s is refused', async (payload, why) => {
  const options: ConnectOptions = { recipients: 'me', payload: () => payload as unknown as string }
  const ended = await iterate(options, async (socket) => {
    socket.emit('ask')
    await socket.closed
  })
  expect(ended).toEqual(fails(expect.stringMatching(why)))
})
