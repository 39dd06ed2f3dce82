import { run } from '@benchpress/core'
import { expect, test } from 'vitest'
import { socketio, type ConnectOptions, type EchoOptions, type RequestOptions } from '../../src/index.ts'
import { userAt } from './fixture.ts'

test.each([
  [{ transport: ['websocket'] }, 'socketio.connect: unknown option "transport"; did you mean "transports"?'],
  [{ transports: ['websockets'] }, 'socketio.connect: transports.0: must be "polling" or "websocket"'],
  [{ reconnection: { delays: 1 } }, /socketio\.connect: reconnection: unknown option "delays"; did you mean "delay"\?/],
  [{ timeout: 'soon', path: 'x' }, /path: must start with "\/"; timeout: must be a time/],
] as const)('wrong options of a connection are named: %o', async (options, message) => {
  const { user } = await userAt()
  await expect(user.socketio.connect('/', options as unknown as ConnectOptions)).rejects.toThrow(message)
})

test('wrong options of a request are all named', async () => {
  const { user } = await userAt()
  const socket = await user.socketio.connect()
  await expect(socket.request('ask', 1, { respons: 'reply' } as unknown as RequestOptions)).rejects.toThrow(
    /request: .*reply: must be the name of an event.*unknown option "respons"/,
  )
  await expect(socket.waitFor('ask', { matches: 1 } as object)).rejects.toThrow('waitFor: unknown option "matches"; did you mean "match"?')
})

test('a namespace without a slash is refused', async () => {
  const { user } = await userAt()
  await expect(user.socketio.connect('chat')).rejects.toThrow('the namespace must start with "/"')
})

test('wrong options of the plugin and of its journeys are named before the test starts', async () => {
  const { server } = await userAt()
  const config = { target: server.url, workers: 0, scenarios: { all: { journey: socketio.echo(), workload: { users: 1, iterations: 1 } } } }
  await expect(run({ ...config, plugins: [socketio({ transports: ['websocket'] } as object)] })).rejects.toThrow(
    /unknown option "transports"/,
  )
  const journey = socketio.echo({ paylod: 1, match: 'id' } as EchoOptions)
  await expect(run({ ...config, plugins: [socketio()], scenarios: { all: { ...config.scenarios.all, journey } } })).rejects.toThrow(
    /unknown option "paylod"; did you mean "payload"\?/,
  )
  expect(server.connected()).toBe(0)
})
