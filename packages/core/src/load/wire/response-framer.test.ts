import { describe, expect, test } from 'vitest'
import { HeadCache } from './head-cache.ts'
import { ResponseFramer, type FramerSink } from './response-framer.ts'
import type { ResponseHead } from './response-head.ts'

class Recorder implements FramerSink {
  readonly heads: ResponseHead[] = []
  readonly bodies: string[] = []
  readonly messages: { head: ResponseHead; bodyLength: number }[] = []
  wantsBody = true
  isHead = false
  stopsAfter = Infinity
  asked = 0
  #body = ''

  respondsToHead(): boolean {
    this.asked++
    return this.isHead
  }

  onHead(head: ResponseHead): void {
    this.heads.push(head)
    this.#body = ''
  }

  onBody(buffer: Buffer, start: number, end: number): void {
    this.#body += buffer.toString('latin1', start, end)
  }

  onMessage(head: ResponseHead, bodyLength: number): boolean {
    this.bodies.push(this.#body)
    this.messages.push({ head, bodyLength })
    return this.messages.length < this.stopsAfter
  }
}

interface Feeding {
  readonly recorder: Recorder
  readonly framer: ResponseFramer
  readonly wasTaken: boolean
}

function feed(text: string, ends: readonly number[] = [text.length], options: Partial<Recorder> = {}, maxHeaderSize?: number): Feeding {
  const recorder = Object.assign(new Recorder(), options)
  const framer = new ResponseFramer(recorder, new HeadCache(), maxHeaderSize)
  const bytes = Buffer.from(text, 'latin1')
  let from = 0
  const wasTaken = ends.every((to) => {
    const piece = Buffer.from(bytes.subarray(from, to))
    from = to
    return framer.push(piece, piece.length)
  })
  return { recorder, framer, wasTaken }
}

const withLength = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{"hello":"world!"}'
const withChunks = 'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5;a="b"\r\nhello\r\n006\r\n world\r\n0\r\nX-Sum: 1\r\n\r\n'
const noContent = 'HTTP/1.1 204 No Content\r\nX:  a b \r\nY:\r\n\r\n'
const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'

describe('a framer', () => {
  test('the framer reads the same responses wherever the bytes are split', () => {
    const text = `${withLength}\r\n${withChunks}${interim}${noContent}${withLength}`
    const whole = feed(text).recorder
    expect(whole.messages.map(({ head, bodyLength }) => [head.status, bodyLength])).toEqual([
      [200, 18],
      [201, 11],
      [204, 0],
      [200, 18],
    ])
    expect(whole.bodies).toEqual(['{"hello":"world!"}', 'hello world', '', '{"hello":"world!"}'])
    const splits = Array.from(text, (_, at) => [at, text.length])
    const everyByte = Array.from(text, (_, at) => at + 1)
    for (const ends of [...splits, everyByte]) {
      const { recorder, framer } = feed(text, ends)
      expect(recorder.messages).toEqual(whole.messages)
      expect(recorder.bodies).toEqual(whole.bodies)
      expect(framer.end()).toBe('idle')
    }
  })

  test('the framer returns the head as it was received', () => {
    expect(feed(noContent).recorder.heads).toEqual([
      {
        status: 204,
        reason: 'No Content',
        headers: ['X', 'a b', 'Y', ''],
        contentLength: -1,
        chunked: false,
        keepAlive: true,
        idleTime: Infinity,
        length: noContent.length,
      },
    ])
  })

  test('the framer shares one head among responses with equal head blocks', () => {
    const { heads } = feed(withLength.repeat(3)).recorder
    expect(heads).toHaveLength(3)
    expect(heads[1]).toBe(heads[0])
    expect(heads[2]).toBe(heads[0])
  })

  test('the framer passes on no unwanted body, but counts its bytes', () => {
    const { recorder } = feed(withLength + withChunks, undefined, { wantsBody: false })
    expect(recorder.bodies).toEqual(['', ''])
    expect(recorder.messages.map(({ bodyLength }) => bodyLength)).toEqual([18, 11])
  })

  test('the framer expects no body after the head of a response to HEAD', () => {
    const heads =
      'HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'
    const { recorder } = feed(heads, undefined, { isHead: true })
    expect(recorder.messages.map(({ bodyLength }) => bodyLength)).toEqual([0, 0, 0])
    // Without a length, too, no body runs until the server closes.
    expect(recorder.messages.map(({ head }) => head.keepAlive)).toEqual([true, true, true])
  })

  test('the framer asks about HEAD once for each final response', () => {
    expect(feed(interim + withLength + interim + noContent).recorder.asked).toBe(2)
  })

  test('the framer reads a body without a length until the server closes', () => {
    const { recorder, framer } = feed('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n')
    expect(recorder.messages).toEqual([])
    expect(framer.end()).toBe('complete')
    expect(recorder.bodies).toEqual(['HTTP/1.1 200 OK\r\n\r\n'])
    expect(recorder.messages).toMatchObject([{ bodyLength: 19, head: { keepAlive: false } }])
    expect(framer.end()).toBe('idle')
  })

  test('the framer distinguishes a connection that ended within a response from an idle one', () => {
    for (const text of ['', '\r\n', withLength, interim]) expect(feed(text).framer.end()).toBe('idle')
    for (const text of [withLength, withChunks, noContent]) {
      for (let length = 1; length < text.length; length++) expect(feed(text.slice(0, length)).framer.end()).toBe('truncated')
    }
  })

  test('the framer leaves the rest unread when the sink stops it', () => {
    const { recorder, framer, wasTaken } = feed(withLength.repeat(3), undefined, { stopsAfter: 2 })
    expect(wasTaken).toBe(false)
    expect(framer.error).toBeUndefined()
    expect(recorder.messages).toHaveLength(2)
    expect(framer.end()).toBe('idle')
  })

  test('the framer can be reset by the sink while it stops', () => {
    const recorder = new Recorder()
    const framer: ResponseFramer = new ResponseFramer(
      Object.assign(recorder, {
        onMessage: () => {
          framer.reset()
          return false
        },
      }),
      new HeadCache(),
    )
    const bytes = Buffer.from(`${withChunks}garbage`)
    for (let i = 1; i <= 2; i++) {
      expect(framer.push(bytes, bytes.length)).toBe(false)
      expect(framer.error).toBeUndefined()
      expect(recorder.heads).toHaveLength(i)
    }
  })

  test('the framer starts again when it is reset after an error and in the middle of a body', () => {
    const bytes = Buffer.from(withLength)
    for (const text of ['garbage', withLength.slice(0, 40), withLength.slice(0, -3), withChunks.slice(0, -3), 'HTTP/1.1 200 OK\r\n\r\nx']) {
      const { recorder, framer } = feed(text)
      framer.reset()
      expect(framer.end()).toBe('idle')
      expect(framer.push(bytes, bytes.length)).toBe(true)
      expect(recorder.bodies.at(-1)).toBe('{"hello":"world!"}')
    }
  })

  test('the framer takes nothing more after an error', () => {
    const { recorder, framer } = feed('HTTP/1.1 OK\r\n')
    const bytes = Buffer.from(withLength)
    expect(framer.push(bytes, bytes.length)).toBe(false)
    expect(framer.end()).toBe('truncated')
    expect(recorder.heads).toEqual([])
  })

  test.each([
    ['S', 'not an HTTP response'],
    ['HTTP/1.2', 'invalid HTTP version'],
    ['HTTP/1.1 2O', 'invalid status code'],
    ['HTTP/1.1 200 OK\n', 'line feed without carriage return in the status line'],
    ['HTTP/1.1 200 OK\r\r', 'carriage return without line feed'],
    ['HTTP/1.1 200 OK\r\nA: b\r\n ', 'invalid start of a header line'],
    ['HTTP/1.1 200 OK\r\nA ', 'invalid header name'],
    ['HTTP/1.1 200 OK\r\nA: b\n', 'invalid header value'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 1x', 'invalid Content-Length'],
    ['HTTP/1.1 200 OK\r\nContent-Length:\r\n\r', 'empty Content-Length or Transfer-Encoding'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1', 'more than one Content-Length'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551616', 'Content-Length too large'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding:', 'both Content-Length and Transfer-Encoding'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length:', 'both Content-Length and Transfer-Encoding'],
    [`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(16_381)}`, 'head too large: not below maxHeaderSize (16384 bytes)'],
    [`HTTP/1.1 200 OK\r\nA: ${' '.repeat(131_053)}`, 'head too large: most of it is white space'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x', 'invalid chunk size'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000', 'chunk size too large'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1; ', 'invalid chunk extension'],
    [`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(16_385)}`, 'chunk extensions too large'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab', 'missing line end after chunk data'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length:', 'both Content-Length and Transfer-Encoding'],
    ['HTTP/1.1 101 Switching Protocols\r\n\r\n', 'unexpected 101'],
    ['HTTP/1.0 100 Continue\r\n\r\n\r\nH', 'data after an interim response that closes the connection'],
  ])('the framer refuses %j at its last byte: %s', (text, error) => {
    for (const ends of [[text.length], Array.from(text, (_, at) => at + 1)]) {
      const { framer, wasTaken } = feed(text, ends)
      expect(wasTaken).toBe(false)
      expect(framer.error).toBe(error)
    }
    expect(feed(text.slice(0, -1)).framer.error).toBeUndefined()
  })

  test.each([100, 40_000])('the framer accepts only heads below a limit of %i bytes', (most) => {
    for (const [length, error] of [
      [most - 1, undefined],
      [most, `head too large: not below maxHeaderSize (${most} bytes)`],
    ] as const) {
      const text = `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(length - 'OKA'.length)}\r\n\r\n`
      for (const ends of [[text.length], Array.from(text, (_, at) => at + 1)]) expect(feed(text, ends, {}, most).framer.error).toBe(error)
    }
  })

  test.each([
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', true],
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: x, Close\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n', true],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nConnection: close\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nConnection: keep-alive\r\n\r\n', true],
  ])('the framer knows whether the connection can be reused after %j: %s', (text, keepAlive) => {
    expect(feed(text).recorder.messages.map(({ head }) => head.keepAlive)).toEqual([keepAlive])
  })
})

test('the framer recognises a server that begins with the settings of HTTP/2', () => {
  const frame = (bytes: readonly number[]): string | undefined => feed(String.fromCharCode(...bytes)).framer.error
  expect(frame([0, 0, 0, 4, 0, 0, 0, 0, 0])).toBe('not HTTP/1.1 (it looks like HTTP/2)')
  expect(frame([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100])).toBe('not HTTP/1.1 (it looks like HTTP/2)')
  expect(frame([0, 0, 5, 4, 0, 0, 0, 0, 0])).toBe('not an HTTP response')
  expect(frame([0, 0, 6, 1, 0, 0, 0, 0, 0])).toBe('not an HTTP response')
  expect(frame([0, 0, 6, 4])).toBe('not an HTTP response')
})
