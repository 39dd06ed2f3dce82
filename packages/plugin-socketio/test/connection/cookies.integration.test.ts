import { run } from '@benchpress/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { socketio, type ConnectOptions, type Transport } from '../../src/index.ts'
import { startStickyBalancer, type StickyBalancer } from '../servers/sticky-balancer.ts'
import { userOf } from './fixture.ts'

type Ack = (value: unknown) => void

let balancer: StickyBalancer

beforeEach(async () => {
  balancer = await startStickyBalancer((socket) => {
    socket.on('echo', (value: unknown, ack: Ack) => ack(value))
    socket.on('cut', () => socket.conn.close())
    socket.on('cookie', (ack: Ack) => ack(socket.handshake.headers.cookie ?? 'none'))
  })
})

afterEach(() => balancer.close())

describe.each<{ readonly transports: readonly Transport[] }>([
  { transports: ['polling'] },
  { transports: ['polling', 'websocket'] },
  { transports: ['websocket'] },
])('over $transports', ({ transports }) => {
  test('users behind a balancer that is sticky by cookie stay with their servers, which share them', async () => {
    const { scenarios, metrics } = await run({
      target: balancer.url,
      workers: 0,
      plugins: [socketio()],
      scenarios: { echo: { journey: socketio.echo({ transports }), workload: { users: 20, iterations: 200 } } },
    })
    expect(scenarios[0]?.users?.iterations).toMatchObject({ started: 200, completed: 200 })
    expect(metrics).toMatchObject({ socketio_connects: { count: 20 }, socketio_refused: { count: 0 } })
    expect(balancer.connected().reduce((sum, count) => sum + count, 0)).toBe(20)
  })

  test('a connection sends the cookies of its user, and keeps those of the target, also after a reconnection', async () => {
    const user = await userOf(balancer.url)
    await user.http.get('/login')
    const socket = await user.socketio.connect('/', { transports, reconnection: { delay: '10ms' } })
    expect(await socket.emitWithAck('cookie')).toMatch(/\bsession=abc\b/)
    expect(user.http.cookies.get('AWSALB')).toMatch(/^[0-2]$/)
    const ended = socket.waitFor('never')
    socket.emit('cut')
    await expect(ended).rejects.toThrow('transport close')
    while (!socket.isConnected) await new Promise((resolve) => setImmediate(resolve))
    expect(await socket.emitWithAck('cookie')).toMatch(/session=abc; AWSALB=[0-2]/)
    expect(balancer.connected().filter((count) => count > 0)).toEqual([2])
  })
})

test('without credentials no cookie is sent, and polling does not find its session again', async () => {
  const user = await userOf(balancer.url)
  await user.http.get('/login')
  const options: ConnectOptions = { transports: ['polling'], withCredentials: false }
  await expect(user.socketio.connect('/', options)).rejects.toThrow(
    'Session ID unknown: the session has ended, or another server has opened it',
  )
  expect(new Set(balancer.cookies)).toEqual(new Set(['']))
  expect(user.http.cookies.get('AWSALB')).toBeUndefined()
})

test('a cookie of the options is sent in place of those of the user', async () => {
  const user = await userOf(balancer.url)
  await user.http.get('/login')
  const socket = await user.socketio.connect('/', { headers: { cookie: 'own=1' } })
  expect(await socket.emitWithAck('cookie')).toBe('own=1')
})

test('users have cookies of their own', async () => {
  const [one, other] = [await userOf(balancer.url), await userOf(balancer.url)]
  await one.http.get('/login')
  const socket = await other.socketio.connect()
  expect(await socket.emitWithAck('cookie')).toBe('none')
})
