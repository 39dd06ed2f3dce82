import { cutText } from '@benchpress/core/plugin'
import { DatalessBlocks } from './dataless-blocks.ts'
import { createParser, type EventSourceParser } from 'eventsource-parser'

/** Receives the contents of one stream of events. */
export interface EventReaderListener {
  /** @param type empty when the event names none */
  onEvent(type: string, data: string): void
  /** Called at the end of a block with an id, before the event of that block. */
  onId(id: string): void
  /** @param wait in milliseconds */
  onRetry(wait: number): void
  /** Called with each comment, where comments are read. */
  onComment(comment: string): void
}

/** What is read besides events with data. */
interface EventReaderOptions {
  readonly dataless: boolean
  readonly comments: boolean
}

// A JSON error in place of events is short.
const longestErrorBody = 2048

/**
 * Reads one stream of events from its bytes, by the HTML standard; an event that is incomplete at the end is dropped.
 *
 * The parser is that of `eventsource-parser`, which works on text: that costs less than finding lines in bytes.
 */
export class EventReader {
  readonly listener: EventReaderListener
  readonly #readsComments: boolean
  readonly #text = new Utf8Text()
  readonly #blocks: DatalessBlocks | undefined
  // The parser of an incomplete event, or of the current read.
  #parser: LentParser | undefined
  // The text before the first event.
  #opening: string | undefined = ''

  constructor(listener: EventReaderListener, { dataless, comments }: EventReaderOptions) {
    this.listener = listener
    this.#readsComments = comments
    this.#blocks = dataless ? new DatalessBlocks((text) => this.#parser?.feed(text)) : undefined
  }

  /**
   * Takes bytes of the body, cut anywhere; the listener is called before this returns.
   *
   * @throws RangeError for an event that is longer than 32 Mi characters
   */
  read(buffer: Buffer, start: number, end: number): void {
    const text = this.#text.decode(buffer, start, end)
    if (this.#opening !== undefined) this.#opening = this.#opening.length < longestErrorBody ? this.#opening + text : undefined
    if (text === '') return
    const parser = (this.#parser ??= LentParser.lend(this, this.#readsComments))
    if (this.#blocks === undefined) parser.feed(text)
    else this.#blocks.feed(text)
    if (!endsBetweenEvents(text)) return
    this.#parser = undefined
    parser.giveBack()
  }

  onEvent(type: string, data: string): void {
    this.#opening = undefined
    this.listener.onEvent(type, data)
  }

  /** Finds the error of the target, when the body ended without an event and is an error in JSON; otherwise `undefined`. */
  findError(): string | undefined {
    return this.#opening === undefined ? undefined : findErrorBody(this.#opening)
  }
}

const longestMessage = 160

/**
 * Finds an error that a target wrote as a line of JSON where events were expected, such as `{"message":"no such client","statusCode":400}`.
 *
 * @returns the error as text, such as `400 no such client`; `undefined` for any other text
 */
export function findErrorBody(text: string): string | undefined {
  const body = text.trim()
  if (!body.startsWith('{')) return undefined
  const fields = parseObject(body) ?? parseObject(body.split(/\r\n|\r|\n/, 1)[0] ?? '')
  if (fields === undefined) return undefined
  const status = fields['statusCode'] ?? fields['status'] ?? fields['code']
  const message = fields['message'] ?? fields['error'] ?? fields['detail']
  const parts = [status, message].filter((part) => typeof part === 'string' || typeof part === 'number')
  return parts.length === 0 ? undefined : cutText(parts.join(' '), longestMessage)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

// The most characters of an incomplete event: without a bound, a target that never ends a line would use up all memory.
const longestEvent = 32 * 1024 * 1024

// The most spare parsers: streams mostly end a read between two events, so that the next stream can take the same parser.
const mostSpare = 64
const spare: LentParser[] = []
const spareWithComments: LentParser[] = []

/**
 * A parser that a stream borrows only while it has an incomplete event.
 *
 * A parser of `eventsource-parser` is a dozen functions and more than a kilobyte, but has no state between two events. Thousands of streams, nearly all of them
 * between two events, share a few parsers.
 */
class LentParser {
  readonly #parser: EventSourceParser
  readonly #spare: LentParser[]
  #reader: EventReader | undefined

  private constructor(readsComments: boolean) {
    this.#spare = readsComments ? spareWithComments : spare
    this.#parser = createParser({
      onEvent: ({ event = '', data }) => this.#reader?.onEvent(event, data),
      onId: (id) => this.#reader?.listener.onId(id),
      onRetry: (wait) => this.#reader?.listener.onRetry(wait),
      onComment: readsComments ? (comment) => this.#reader?.listener.onComment(comment) : undefined,
      maxBufferSize: longestEvent,
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw new RangeError(`an event of more than ${longestEvent} characters`)
      },
    })
    // The byte order mark is removed before. Without this line feed the parser would take the characters \u00ef\u00bb\u00bf for another one.
    this.#parser.feed('\n')
  }

  /** Lends a parser to a stream that is between two events, until the stream gives it back. */
  static lend(reader: EventReader, readsComments: boolean): LentParser {
    const parser = (readsComments ? spareWithComments : spare).pop() ?? new LentParser(readsComments)
    parser.#reader = reader
    return parser
  }

  /**
   * Parses text that is cut anywhere; the listener is called before this returns. A parser whose listener has thrown cannot be given back.
   *
   * @throws RangeError for an event that is longer than 32 Mi characters
   */
  feed(text: string): void {
    this.#parser.feed(text)
  }

  /** Ends the loan; after a text that {@link endsBetweenEvents} only. */
  giveBack(): void {
    this.#reader = undefined
    if (this.#spare.length < mostSpare) this.#spare.push(this)
  }
}

/** Whether a text leaves the parser without state, whatever came before: it ends with a complete blank line. */
function endsBetweenEvents(text: string): boolean {
  return text.endsWith('\n\n') || text.endsWith('\n\r\n')
}

const firstOfMany = 0x80
const byteOrderMark = 0xfeff

/**
 * Decodes a stream of UTF-8 by the Encoding standard: invalid bytes become U+FFFD, and one byte order mark at the start is left out.
 *
 * A character may be split over any number of chunks.
 */
class Utf8Text {
  // Only for a chunk that ends within a character, and the next one; most streams never need a decoder.
  #decoder: TextDecoder | undefined
  #isSplit = false
  #isAtStart = true

  /** Returns the text that the bytes complete. */
  decode(buffer: Buffer, start: number, end: number): string {
    if (start === end) return ''
    const mayBeSplit = (buffer[end - 1] ?? 0) >= firstOfMany
    const text = this.#isSplit || mayBeSplit ? this.#decodeSplit(buffer.subarray(start, end)) : buffer.toString('utf8', start, end)
    this.#isSplit = mayBeSplit
    return this.#isAtStart ? this.#withoutMark(text) : text
  }

  #decodeSplit(bytes: Buffer): string {
    this.#decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })
    return this.#decoder.decode(bytes, { stream: true })
  }

  #withoutMark(text: string): string {
    if (text === '') return ''
    this.#isAtStart = false
    return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text
  }
}
