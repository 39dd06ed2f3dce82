import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deserveTarget } from './index.ts'

const [command = '', ...args] = deserveTarget.command
let server: ReturnType<typeof start>
let line: string
let port: number

beforeAll(async () => {
  server = start()
  line = await firstLine(server)
  port = Number(line.split(':').at(-1))
})

afterAll(() => {
  server.kill('SIGKILL')
})

describe('the embedded server', () => {
  test('prints the line with its address that its target waits for', () => {
    expect(line).toMatch(/^listening on http:\/\/localhost:\d+$/)
    expect(line).toMatch(new RegExp((deserveTarget.ready as { log: string }).log))
  })

  test('responds to the documented route with 149 bytes, as the published runs received', async () => {
    const response = await exchange(get('/test', 'connection: close\r\n'))
    const [head = '', body] = response.split('\r\n\r\n')
    const [status, ...fields] = head.split('\r\n').filter((field) => !/^connection: close$/i.test(field))
    expect(status).toBe('HTTP/1.1 200 OK')
    expect(fields.slice(0, 3)).toEqual(['content-type: application/json', 'vary: Accept-Encoding', 'content-length: 18'])
    expect(fields.slice(3)).toEqual([expect.stringMatching(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)])
    expect(body).toBe('{"hello":"world!"}')
    expect(Buffer.byteLength([status, ...fields, '', body].join('\r\n'))).toBe(149)
  })

  test('keeps a connection open and responds to pipelined requests in order', async () => {
    const responses = await exchange(get('/test') + get('/nothing') + get('/test', 'connection: close\r\n'))
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
  })

  test.each([
    ['GET', '/'],
    ['GET', '/test/more'],
    ['POST', '/test'],
  ])('responds to %s %s with an empty 404', async (method, path) => {
    const response = await fetch(`http://localhost:${port}${path}`, { method })
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('')
  })

  test('names the problem in one line when its port is busy', async () => {
    const second = start({ PORT: String(port) })
    const [message, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')])
    expect(message).toMatch(/^listen EADDRINUSE.*\n$/)
    expect(code).toBe(1)
  })

  test('ends at SIGTERM, although a connection is open', async () => {
    const own = start()
    const socket = connect(Number((await firstLine(own)).split(':').at(-1)), 'localhost')
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    own.kill('SIGTERM')
    expect(await once(own, 'exit')).toEqual([0, null])
    await closed
  })
})

function start(env: Readonly<Record<string, string>> = {}) {
  return spawn(command, args, { env: { ...process.env, ...deserveTarget.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function firstLine(child: ReturnType<typeof start>): Promise<string> {
  for await (const output of createInterface(child.stdout)) return output
  throw new Error('the server ended without a word')
}

function get(path: string, fields = ''): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${fields}\r\n`
}

async function exchange(request: string): Promise<string> {
  const socket = connect(port, 'localhost')
  socket.write(request)
  return text(socket)
}
