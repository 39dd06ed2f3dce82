import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { bridgeTarget, type BridgeTargetOptions } from '../src/index.ts'
import { postMessage } from './post-message.ts'

type Child = ChildProcessByStdio<null, Readable, Readable>

const children: Child[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(options: BridgeTargetOptions = {}, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Child {
  const target = bridgeTarget(options)
  const [program = '', ...args] = target.command
  const child = spawn(program, [...args, ...more], { env: { ...process.env, ...target.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

async function urlOf(child: Child): Promise<string> {
  const { log } = bridgeTarget().ready as { readonly log: string }
  for await (const line of createInterface(child.stdout)) {
    const url = new RegExp(log).exec(line)?.groups?.['url']
    if (url !== undefined) return url
  }
  throw new Error('the bridge ended without a word')
}

describe('the bridge as a process', () => {
  test('starts with the options of its target', async () => {
    const url = await urlOf(start({ basePath: '/bridge', ids: 'hex64', heartbeatInterval: '2s', inboxLimit: 10 }))
    expect(await (await fetch(`${url}/health`)).text()).toBe('OK')
    expect(await postMessage(`${url}/bridge`, '')).toEqual([400, '{"message":"param \\"client_id\\" not present","statusCode":400}\n'])
  })

  test('reads variables where there is no flag', async () => {
    const url = await urlOf(start({}, ['--max-ttl', '7'], { BRIDGE_BASE_PATH: '/b/', BRIDGE_MAX_TTL: '600', BRIDGE_REQUIRE_TTL: 'true' }))
    expect((await postMessage(`${url}/b`, 'client_id=a&to=b&ttl=7'))[0]).toBe(200)
    expect((await postMessage(`${url}/b`, 'client_id=a&to=b&ttl=8'))[1]).toContain('`ttl` value must be less than 7')
    expect((await postMessage(`${url}/b`, 'client_id=a&to=b'))[1]).toContain('missing field `ttl`')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('ends at %s, although 2,000 streams are open', async (signal) => {
    const child = start()
    const port = Number(new URL(await urlOf(child)).port)
    const sockets: Socket[] = []
    for (let first = 0; first < 2000; first += 200) {
      sockets.push(...(await Promise.all(Array.from({ length: 200 }, (_, index) => openStream(port, first + index)))))
    }
    const closed = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')))
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
    await closed
  })

  test('names everything that is wrong with its flags at once', async () => {
    const more = ['--port', '70000', '--ids', 'hex', '--heartbeat-interval', 'soon', '--base-path', 'bridge', '--prot=1', 'x']
    const child = start({}, more)
    const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(2)
    expect(message.split('\n').toSorted()).toEqual([
      '',
      '--base-path: "bridge" is not a path such as /bridge',
      '--heartbeat-interval: "soon" is not a time such as 10s, 500ms or 1m',
      '--ids: "hex" is not any or hex64',
      '--port: "70000" is not a whole number from 0 to 65535',
      '--prot: no such flag; there are --port, --host, --base-path, --ids, --heartbeat-interval, --require-ttl, --max-ttl, --inbox-limit, --body-limit, --metrics-port',
      'x: not expected',
    ])
  })

  test('reports in one line that its port is busy', async () => {
    const url = await urlOf(start())
    const second = start({}, ['--port', new URL(url).port])
    const [message, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')])
    expect(message).toMatch(/^listen EADDRINUSE.*\n$/)
    expect(code).toBe(1)
  })
})

async function openStream(port: number, id: number): Promise<Socket> {
  const socket = connect(port, 'localhost')
  socket.on('error', () => {})
  socket.write(`GET /events?client_id=${id} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await once(socket, 'data')
  return socket
}
