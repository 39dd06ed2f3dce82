import type { Transform } from 'node:stream'
import { readCoding, whyNotDecoded } from './content-codings.ts'

/** Receives the bytes of a decoded body. */
export interface DecodedSink {
  /** Is called with bytes from `start` to `end` of a buffer, decoded from those that arrived `at`. */
  onDecoded(buffer: Buffer, start: number, end: number, at: number): void
  /** Is called when the body is not in its encoding, or comes faster than it can be decoded; nothing follows. */
  onUndecodable(reason: string): void
}

// The most bytes of one body that may wait to be decoded, because nothing slows down a target that sends faster.
const mostWaiting = 16 * 1024 * 1024

/**
 * Creates the decoder of a body by its `Content-Encoding`; `undefined` when there is nothing to decode.
 *
 * @throws Error for an unknown encoding, and for several
 */
export function createStreamDecoder(contentEncoding: string | undefined, sink: DecodedSink): StreamDecoder | undefined {
  const encoding = readCoding(contentEncoding)
  if (encoding === undefined) return undefined
  const { name, coding } = encoding
  if (coding === undefined) throw new Error(`a body in the content encoding "${name}" cannot be read as it comes: ${whyNotDecoded(name)}`)
  return new StreamDecoder(name, (first) => (readCoding(name, first)?.coding ?? coding).createDecoder(), sink)
}

/** Decodes a body as it comes: flushed bytes come out at once, with the time of their arrival. */
export class StreamDecoder {
  readonly #name: string
  readonly #createDecoder: (first: number | undefined) => Transform
  readonly #sink: DecodedSink
  /** The arrival times of bytes that are not yet decoded, oldest first. */
  readonly #times: number[] = []
  #transform: Transform | undefined
  #at = 0
  #onIdle: (() => void) | undefined

  constructor(name: string, createDecoder: (first: number | undefined) => Transform, sink: DecodedSink) {
    this.#name = name
    this.#createDecoder = createDecoder
    this.#sink = sink
  }

  /** Takes the bytes from `start` to `end` of a buffer, which may be used again afterwards. */
  push(buffer: Buffer, start: number, end: number, at: number): void {
    if (start === end) return
    const bytes = Buffer.from(buffer.subarray(start, end))
    this.#transform ??= this.#start(bytes[0])
    if (this.#transform.writableLength > mostWaiting) {
      this.#sink.onUndecodable(`more than ${mostWaiting} bytes of the body wait to be decoded from ${this.#name}`)
      return
    }
    if (this.#times.push(at) === 1) this.#at = at
    this.#transform.write(bytes, this.#onWritten)
  }

  /**
   * Notes that nothing more will be pushed. `done` is called, perhaps at once, when all pushed bytes have come out.
   *
   * @param isWhole whether the body is complete, so that a missing end is an error
   */
  finish(isWhole: boolean, done: () => void): void {
    if (this.#transform === undefined) done()
    else if (isWhole) this.#transform.once('end', done).end()
    else if (this.#times.length === 0) done()
    else this.#onIdle = done
  }

  destroy(): void {
    this.#onIdle = undefined
    this.#transform?.destroy()
  }

  #start(first: number | undefined): Transform {
    const transform = this.#createDecoder(first)
    transform.on('data', (bytes: Buffer) => this.#sink.onDecoded(bytes, 0, bytes.length, this.#at))
    transform.on('error', (error) => this.#sink.onUndecodable(`the body cannot be decoded from ${this.#name} (${error.message})`))
    return transform
  }

  // Bytes are decoded in the order in which they were written, and their output is reported before this call.
  readonly #onWritten = (error?: Error | null): void => {
    this.#times.shift()
    this.#at = this.#times[0] ?? this.#at
    if (this.#times.length > 0 || error instanceof Error) return
    this.#onIdle?.()
    this.#onIdle = undefined
  }
}
