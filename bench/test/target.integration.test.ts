import { execa } from 'execa'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStaticTarget } from '../src/static-target.ts'
import type { StaticTarget } from '../src/static-target.ts'

const request = 'GET /test HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
const date = /(?<=\r\ndate: )(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT(?=\r\n)/g
const response = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 18\r\ndate: DATE\r\n\r\n{"hello":"world!"}'
const responseBytes = 126

const { failed: lacksGcc } = await execa('gcc', ['--version'], { reject: false })

describe.skipIf(lacksGcc || process.platform !== 'linux')('the static target', () => {
  let target: StaticTarget

  beforeAll(async () => {
    target = await startStaticTarget()
  }, 30_000)

  afterAll(async () => {
    await target.stop()
  })

  test('responds with the documented bytes', async () => {
    expect(await exchange([request], 1)).toBe(response)
  })

  test('responds to pipelined requests in order, wherever the reads split them', async () => {
    const three = request.repeat(3)
    for (let at = 1; at < three.length; at += 7) expect(await exchange([three.slice(0, at), three.slice(at)], 3)).toBe(response.repeat(3))
  })

  test('responds to more requests at once than fit into one read', async () => {
    expect(await exchange([request.repeat(1000)], 1000)).toBe(response.repeat(1000))
  })

  test('closes a connection that sends an invalid request', async () => {
    expect(await exchange(['PUT /test HTTP/1.1\r\ncontent-length: 0\r\n\r\n'], 1)).toBe('')
    expect(await exchange(['POST /test HTTP/1.1\r\n\r\n'], 1)).toBe('')
  })

  test('accepts a POST with its body, wherever the reads split it', async () => {
    const two = `POST /test HTTP/1.1\r\nContent-Length: 23\r\n\r\n{"not":"GET / HTTP/1."}${request}`
    for (let at = 1; at < two.length; at += 7) expect(await exchange([two.slice(0, at), two.slice(at)], 2)).toBe(response.repeat(2))
  })

  test('counts the requests of each 10 ms', async () => {
    await target.reset()
    await exchange([request.repeat(3)], 3)
    await exchange([request], 1)
    const bins = await target.bins()
    expect(bins.reduce((sum, count) => sum + count, 0)).toBe(4)
    expect(bins[0]).toBeGreaterThanOrEqual(3)
  })

  test('counts the requests since the last reset, without those that ask for the count', async () => {
    await target.reset()
    await exchange([request], 1)
    await target.finalCount()
    await exchange([request.repeat(4)], 4)
    const count = await target.finalCount()
    expect(count.requests).toBe(5)
    expect(count.lastUs).toBeGreaterThan(count.firstUs)

    await target.reset()
    expect(await target.finalCount()).toMatchObject({ requests: 0, firstUs: 0, lastUs: 0 })
  })

  test('counts and responds to requests that are pipelined before a request for the count, and closes the connection', async () => {
    await target.reset()
    const text = await exchange([`${request.repeat(2)}GET /count HTTP/1.1\r\n\r\n`], Infinity)
    expect(text.startsWith(response.repeat(2))).toBe(true)
    expect(text).toContain('\r\nconnection: close\r\n\r\n{"requests":2,')
  })

  /** Sends each part in a write of its own, and returns the data up to the expected number of responses, or to the close of the connection. */
  async function exchange(parts: readonly string[], responses: number): Promise<string> {
    const socket = connect({ port: target.port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    for (const part of parts) {
      await written(socket, part)
      await onceRead(target)
    }
    const text = await received(socket, responses * responseBytes)
    socket.destroy()
    return text.replaceAll(date, 'DATE')
  }
})

function written(socket: Socket, part: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(part, (error) => (error ? reject(error) : resolve()))
  })
}

/** Resolves when the target has read everything that was written before: it reads its connections in turn, and has then responded to another one. */
async function onceRead(target: StaticTarget): Promise<void> {
  await (await fetch(`http://127.0.0.1:${target.port}/count`)).arrayBuffer()
}

async function received(socket: Socket, bytes: number): Promise<string> {
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.length >= bytes) break
  }
  return text
}
