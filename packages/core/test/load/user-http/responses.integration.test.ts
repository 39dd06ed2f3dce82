import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpResponse, HttpOptions } from '../../../src/load/user/http/http-client.ts'
import { Loopback } from './loopback.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

/** Sends a request to a server that calls `write` for each request whose head it has read. */
async function ask(write: (socket: Socket) => void, options?: HttpOptions, method = 'GET'): Promise<HttpResponse> {
  const origin = await loopback.tcp((socket) => socket.on('data', () => write(socket)))
  return loopback.users(origin).create().request(method, '/', options)
}

const bytesOf = (body: string | Uint8Array, fields = ''): Buffer =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${fields}\r\n`), Buffer.from(body)])

describe('what a response says', () => {
  test('a response has its status, whether it is ok, headers by lower-case names, and its URL', async () => {
    const origin = await loopback.http((_request, response) => {
      response.writeHead(404, 'Gone Fishing', [
        ['X-One', '1'],
        ['x-one', '2'],
        ['__proto__', 'own'],
        ['Content-Length', '0'],
      ])
      response.end()
    })
    const got = await loopback.users(origin).create().get('/a?b=1')
    expect([got.status, got.ok, got.url]).toEqual([404, false, `${origin}/a?b=1`])
    expect(got.headers).toMatchObject({ 'x-one': '1, 2', 'content-length': '0' })
    expect(Object.entries(got.headers)).toContainEqual(['__proto__', 'own'])
    expect([got.bytes().length, got.text()]).toEqual([0, ''])
  })

  test('the members of a response can be destructured', async () => {
    const { status, ok, url, headers, timings } = await ask((socket) => socket.write(bytesOf('x')))
    expect([status, ok, new URL(url).pathname, headers['content-length']]).toEqual([200, true, '/', '1'])
    expect(Object.keys(timings)).toEqual(['responseTime', 'serviceTime', 'waiting', 'timeToFirstByte'])
  })

  test('the first byte comes before the last, and the response takes at least as long as the service', async () => {
    let [begun, ended] = [0, 0]
    const { timings } = await ask((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na')
      // Each turn of the loop reads: the first byte has been read when the wait for the second begins.
      setImmediate(() =>
        setImmediate(() => {
          begun = performance.now()
          setTimeout(() => {
            ended = performance.now()
            socket.write('b')
          }, 20)
        }),
      )
    })
    expect(timings.timeToFirstByte).toBeGreaterThan(0)
    expect(ended).toBeGreaterThan(begun)
    // Times are kept in whole microseconds.
    expect(timings.serviceTime - timings.timeToFirstByte).toBeGreaterThan(ended - begun - 0.002)
    expect(timings.responseTime).toBeGreaterThanOrEqual(timings.serviceTime)
  })

  test('interim responses are passed over', async () => {
    const got = await ask((socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${bytesOf('final').toString()}`))
    expect([got.status, got.text()]).toEqual([200, 'final'])
  })
})

describe('bodies', () => {
  test('a body is returned as bytes, as text and as JSON', async () => {
    const got = await ask((socket) => socket.write(bytesOf('{"a":"é"}')))
    expect(got.bytes()).toEqual(Buffer.from('{"a":"é"}'))
    expect(got.text()).toBe('{"a":"é"}')
    expect(got.json<{ a: string }>().a).toBe('é')
  })

  test('bytes that are no text stay unchanged', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const got = await ask((socket) => socket.write(bytesOf(bytes)))
    expect(Uint8Array.from(got.bytes())).toEqual(bytes)
    expect(got.text()).toBe(Buffer.from(bytes).toString())
  })

  test('a byte order mark is not part of the text', async () => {
    const got = await ask((socket) => socket.write(bytesOf('\ufeff{"a":1}')))
    expect([got.text(), got.json(), got.bytes().length]).toEqual(['{"a":1}', { a: 1 }, 10])
  })

  test('a body that is not JSON throws an error with the endpoint and the status, and that of the platform as its cause', async () => {
    const got = await ask((socket) => socket.write(bytesOf('<html>')))
    expect(() => got.json()).toThrow(new SyntaxError('GET /: the body of the response (200) is not JSON'))
    expect(() => got.json()).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) }))
  })

  test('the body of a response survives the responses after it', async () => {
    let count = 0
    const origin = await loopback.tcp((socket) => socket.on('data', () => socket.write(bytesOf(`body ${count++}`))))
    const http = loopback.users(origin).create()
    const responses = [await http.get('/'), await http.get('/'), await http.get('/')]
    expect(responses.map((got) => got.text())).toEqual(['body 0', 'body 1', 'body 2'])
  })

  test.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'],
    ['GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n'],
  ])('a response to %s with the head %j has no body, and the connection stays open', async (method, head) => {
    let connections = 0
    const origin = await loopback.tcp((socket) => {
      connections += 1
      socket.on('data', () => socket.write(head))
    })
    const http = loopback.users(origin).create()
    for (let i = 0; i < 3; i++) expect((await http.request(method, '/')).bytes()).toHaveLength(0)
    expect(connections).toBe(1)
  })

  test('a body ends when the server closes', async () => {
    const got = await ask((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end'))
    expect(got.text()).toBe('until the end')
  })

  test('a body of megabytes comes in many pieces, with a length and in chunks', async () => {
    const large = Buffer.alloc(5_000_000, 'äbcdefghij')
    const origin = await loopback.http((request, response) => {
      if (request.url === '/length') response.setHeader('content-length', large.length)
      response.end(large)
    })
    const http = loopback.users(origin).create()
    for (const where of ['/length', '/chunks']) expect(large.equals((await http.get(where)).bytes())).toBe(true)
  })

  test('a body is whole wherever it is split', async () => {
    const pieces: { current: Buffer[] } = { current: [] }
    const origin = await loopback.tcp((socket) => {
      socket.setNoDelay(true)
      socket.on('data', () => {
        const write = ([piece, ...rest]: Buffer[]): void => {
          if (piece !== undefined) socket.write(piece, () => setImmediate(() => write(rest)))
        }
        write(pieces.current)
      })
    })
    const http = loopback.users(origin).create()
    const cuts = fc.uniqueArray(fc.nat(120), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 80 }), cuts, async (body, positions) => {
        const whole = bytesOf(body)
        const ends = [...positions.filter((position) => position < whole.length), whole.length].toSorted((a, b) => a - b)
        pieces.current = ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end)).filter(({ length }) => length > 0)
        expect(Uint8Array.from((await http.get('/')).bytes())).toEqual(body)
      }),
      { numRuns: 50 },
    )
  })

  test('a body is empty where it was discarded', async () => {
    const got = await ask((socket) => socket.write(bytesOf('a body')), { discardBody: true })
    expect([got.status, got.text(), got.bytes().length]).toEqual([200, '', 0])
  })
})

describe('the charset of a text', () => {
  test.each([
    ['text/plain; charset=iso-8859-1', Buffer.from('caf\u00e9', 'latin1')],
    ['text/html;Charset="windows-1252"', Buffer.from('caf\u00e9', 'latin1')],
    ['application/json; charset=utf-8', Buffer.from('caf\u00e9')],
    ['text/plain; charset=utf-16le', Buffer.from('caf\u00e9', 'utf16le')],
    ['text/plain', Buffer.from('caf\u00e9')],
  ])('the charset of a text is that of %s', async (type, body) => {
    const got = await ask((socket) => socket.write(bytesOf(body, `Content-Type: ${type}\r\n`)))
    expect(got.text()).toBe('caf\u00e9')
  })

  test('an encoded body is decoded before its charset', async () => {
    const head = 'Content-Type: text/plain; charset=latin1\r\nContent-Encoding: gzip\r\n'
    const got = await ask((socket) => socket.write(bytesOf(gzipSync(Buffer.from('caf\u00e9', 'latin1')), head)))
    expect(got.text()).toBe('caf\u00e9')
  })

  test('an unknown charset is an error where the text is read, and not where the bytes are', async () => {
    const got = await ask((socket) => socket.write(bytesOf('abc', 'Content-Type: text/plain; charset=klingon\r\n')))
    expect(() => got.text()).toThrow('the body has the charset "klingon", which is not known: look at its bytes()')
    expect(got.bytes()).toHaveLength(3)
  })
})

describe('content encodings', () => {
  const text = 'compressible '.repeat(100)

  const encoded: [string, Uint8Array][] = [
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', Buffer.from(text)],
  ]
  test.each(encoded)('the content encoding %s is decoded', async (encoding, body) => {
    const got = await ask((socket) => socket.write(bytesOf(body, `Content-Encoding: ${encoding}\r\n`)))
    expect([got.text(), got.bytes().length]).toEqual([text, text.length])
  })

  test('no content encoding is asked for, unless the user does so', async () => {
    const accepted: unknown[] = []
    const origin = await loopback.responding(({ headers }) => void accepted.push(headers['accept-encoding']))
    const http = loopback.users(origin).create()
    await http.get('/')
    await http.get('/', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(accepted).toEqual([undefined, 'gzip, br'])
  })

  test.each([
    ['gzip', 'no gzip', 'the body cannot be decoded from gzip'],
    ['zstd', 'no zstd', 'the body cannot be decoded from zstd'],
  ])('the content encoding %s of %j is an error where the body is read', async (encoding, body, message) => {
    const got = await ask((socket) => socket.write(bytesOf(body, `Content-Encoding: ${encoding}\r\n`)))
    expect([got.status, got.ok]).toEqual([200, true])
    expect(() => got.text()).toThrow(message)
    expect(() => got.bytes()).toThrow(message)
  })

  test.each([
    ['lzma', 'lzma', 'x', 'only gzip, deflate, br and zstd are known'],
    ['gzip, br', 'gzip, br', brotliCompressSync(gzipSync('x')), 'several encodings are not supported'],
    ['gzip\r\nContent-Encoding: gzip', 'gzip, gzip', gzipSync(gzipSync('x')), 'several encodings are not supported'],
  ])('a body in the content encoding %j has the bytes that came, and no text', async (fields, encoding, body, why) => {
    const got = await ask((socket) => socket.write(bytesOf(body, `Content-Encoding: ${fields}\r\n`)))
    expect(Buffer.from(got.bytes()).equals(Buffer.from(body))).toBe(true)
    const message = `the body has the content encoding "${encoding}", which is not decoded (${why}): look at its bytes()`
    expect(() => got.text()).toThrow(message)
    expect(() => got.json()).toThrow(message)
  })

  const zeros = Buffer.alloc(65 << 20)
  test.each([
    // A stream of gzip may have several members, one behind the other.
    ['gzip', Buffer.concat(Array.from({ length: 65 }, () => gzipSync(zeros.subarray(0, 1 << 20))))],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })],
    ['zstd', zstdCompressSync(zeros)],
  ] as const)('a response in %s that would fill the memory is refused, and holds up nobody meanwhile', async (encoding, bomb) => {
    let turns = 0
    const count = (): void => {
      turns += 1
      turning = setImmediate(count)
    }
    let turning = setImmediate(count)
    const got = await ask((socket) => socket.write(bytesOf(bomb, `Content-Encoding: ${encoding}\r\n`)))
    clearImmediate(turning)
    expect(() => got.text()).toThrow(`the body is larger than 64 MB when it is decoded from ${encoding}`)
    expect(turns).toBeGreaterThan(100)
  })

  test('a large body is decoded before the journey gets it, and its response time is that of its arrival', async () => {
    const large = Buffer.from('x'.repeat(20 << 20))
    const got = await ask((socket) => socket.write(bytesOf(gzipSync(large), 'Content-Encoding: gzip\r\n')))
    expect(got.bytes().length).toBe(large.length)
    expect(got.text().length).toBe(large.length)
  })

  test('an expectation of the body is of 8 MB at most, where it is encoded', async () => {
    const bomb = brotliCompressSync(zeros.subarray(0, 9 << 20))
    const got = await ask((socket) => socket.write(bytesOf(bomb, 'Content-Encoding: br\r\n')), { expect: { body: /0/ } })
    expect([got.ok, got.bytes().length]).toEqual([false, 9 << 20])
  })

  test('an empty body is not decoded', async () => {
    const got = await ask((socket) => socket.write(bytesOf('', 'Content-Encoding: gzip\r\n')), {}, 'HEAD')
    expect(got.text()).toBe('')
  })
})
