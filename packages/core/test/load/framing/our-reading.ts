import { HeadCache } from '../../../src/load/wire/head-cache.ts'
import { ResponseFramer, type FramerSink } from '../../../src/load/wire/response-framer.ts'
import type { ResponseHead } from '../../../src/load/wire/response-head.ts'
import type { ReadMessage, Reading, Stream } from './reading.ts'

// Shared as within a thread: one stream must not change how the next is read.
const sharedHeads = new HeadCache()

/** Reads a stream by the framer, all at once. */
export function readWhole(stream: Stream): Reading {
  return read(stream, [stream.bytes.length], sharedHeads)
}

/** Reads a stream by the framer in pieces that end at the given offsets, each in the same buffer, which is overwritten afterwards. */
export function readSplit(stream: Stream, ends: readonly number[]): Reading {
  return read(stream, ends, new HeadCache(2))
}

/** Offsets that split a stream after every byte. */
export function everyByte(stream: Stream): number[] {
  return Array.from(stream.bytes, (_, index) => index + 1)
}

function read(stream: Stream, ends: readonly number[], heads: HeadCache): Reading {
  const run = new OurRun(stream)
  const framer = new ResponseFramer(run, heads)
  const isWhole = ends.length === 1
  const isByByte = !isWhole && ends.length === stream.bytes.length
  const buffer = isWhole ? stream.bytes : Buffer.alloc(stream.bytes.length)
  let from = 0
  for (const to of ends) {
    if (isByByte) run.at = to
    if (!isWhole) stream.bytes.copy(buffer, 0, from, to)
    if (!framer.push(buffer, to - from)) return run.stop(framer.error)
    if (!isWhole) buffer.fill('X', 0, to - from)
    from = to
  }
  run.at = 0
  return { messages: run.messages, ends: run.ends, outcome: framer.end(), error: '' }
}

class OurRun implements FramerSink {
  readonly messages: ReadMessage[] = []
  readonly ends: number[] = []
  readonly wantsBody = true
  /** Bytes taken with the current one; 0 when they are not given one by one. */
  at = 0
  readonly #stream: Stream
  #respondsToHead = false

  constructor(stream: Stream) {
    this.#stream = stream
  }

  respondsToHead(): boolean {
    this.#respondsToHead = this.#stream.headRequests[this.messages.length] === true
    return this.#respondsToHead
  }

  onHead(head: ResponseHead): void {
    const { status, reason, headers, keepAlive } = head
    const decided = this.#respondsToHead ? undefined : keepAlive
    this.messages.push({ status, reason, headers, keepAlive: decided, body: '', isComplete: false })
  }

  onBody(buffer: Buffer, start: number, end: number): void {
    const message = this.messages.at(-1)
    if (message !== undefined) message.body += buffer.toString('latin1', start, end)
  }

  onMessage(head: ResponseHead, bodyLength: number): boolean {
    const message = this.messages.at(-1)
    if (message?.body.length !== bodyLength) throw new Error(`said ${bodyLength} bytes of body, gave ${message?.body.length}`)
    message.isComplete = true
    if (this.at > 0) this.ends.push(this.at)
    return head.keepAlive
  }

  // Node's parser refuses what follows the last response of a connection, line ends excepted; for us the sink stops there.
  stop(error: string | undefined): Reading {
    const { messages, ends } = this
    if (error !== undefined) return { messages, ends, outcome: 'refused', error }
    const rest = this.#stream.bytes.subarray(ends.at(-1) ?? endOfMessage(this.#stream, messages.length))
    const isRefused = rest.some((byte) => byte !== 0x0d && byte !== 0x0a)
    return { messages, ends, outcome: isRefused ? 'refused' : 'idle', error: isRefused ? 'data after the last response' : '' }
  }
}

function endOfMessage(stream: Stream, count: number): number {
  const run = new OurRun(stream)
  const framer = new ResponseFramer(run, new HeadCache(1))
  let from = 0
  while (run.messages.length < count || run.messages.at(-1)?.isComplete !== true) {
    if (from === stream.bytes.length) throw new Error('byte by byte it has fewer messages')
    framer.push(stream.bytes.subarray(from, from + 1), 1)
    from++
  }
  return from
}
