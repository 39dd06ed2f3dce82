import { cutText } from '@benchpress/core/plugin'
import { createParser, type EventSourceParser } from 'eventsource-parser'

/** Receives the contents of one stream of events. */
export interface EventReaderListener {
  /** @param type empty when the event names none */
  onEvent(type: string, data: string): void
  /** Called at the end of a block with an id, before the event of that block. */
  onId(id: string): void
  /** @param wait in milliseconds */
  onRetry(wait: number): void
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
  readonly #text = new Utf8Text()
  readonly #blocks: WholeBlocks | undefined
  // The parser of an incomplete event, or of the current read.
  #parser: LentParser | undefined
  // The text before the first event.
  #opening: string | undefined = ''

  /** @param dataless also reports events with a type and no data, which the standard drops */
  constructor(listener: EventReaderListener, dataless: boolean) {
    this.listener = listener
    this.#blocks = dataless ? new WholeBlocks() : undefined
  }

  /**
   * Takes bytes of the body, cut anywhere; the listener is called before this returns.
   *
   * @throws RangeError for an event that is longer than 32 Mi characters
   */
  read(buffer: Buffer, start: number, end: number): void {
    const read = this.#text.decode(buffer, start, end)
    if (this.#opening !== undefined) this.#opening = this.#opening.length < longestErrorBody ? this.#opening + read : undefined
    const text = this.#blocks === undefined ? read : this.#blocks.complete(read)
    if (text === '') return
    const parser = (this.#parser ??= LentParser.lend(this))
    parser.feed(text)
    if (!endsBetweenEvents(text)) return
    this.#parser = undefined
    parser.giveBack()
  }

  onEvent(type: string, data: string): void {
    this.#opening = undefined
    this.listener.onEvent(type, data)
  }

  /** Ends the stream; returns the error of the target, when the body had no event and is an error in JSON, otherwise `undefined`. */
  end(): string | undefined {
    // Of a block that is not complete, only a `retry` counts.
    if (this.#blocks !== undefined) (this.#parser ?? LentParser.lend(this)).feed(this.#blocks.rest)
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

/**
 * A parser that a stream borrows only while it has an incomplete event.
 *
 * A parser of `eventsource-parser` is a dozen functions and more than a kilobyte, but has no state between two events. Thousands of streams, nearly all of them
 * between two events, share a few parsers.
 */
class LentParser {
  readonly #parser: EventSourceParser
  #reader: EventReader | undefined

  private constructor() {
    this.#parser = createParser({
      onEvent: ({ event = '', data }) => this.#reader?.onEvent(event, data),
      onId: (id) => this.#reader?.listener.onId(id),
      onRetry: (wait) => this.#reader?.listener.onRetry(wait),
      maxBufferSize: longestEvent,
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw tooLong()
      },
    })
    // The byte order mark is removed before. Without this line feed the parser would take the characters \u00ef\u00bb\u00bf for another one.
    this.#parser.feed('\n')
  }

  /** Lends a parser to a stream that is between two events, until the stream gives it back. */
  static lend(reader: EventReader): LentParser {
    const parser = spare.pop() ?? new LentParser()
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
    if (spare.length < mostSpare) spare.push(this)
  }
}

/** Whether a text leaves the parser without state, whatever came before: it ends with a complete blank line. */
function endsBetweenEvents(text: string): boolean {
  return text.endsWith('\n\n') || text.endsWith('\n\r\n')
}

function tooLong(): RangeError {
  return new RangeError(`an event of more than ${longestEvent} characters`)
}

const untilLastBlank = /^[^]*(?:\r\n|\n|\r(?!\n))(?:\r\n|\r|\n)/
const block = /(?:[^\r\n]+(?:\r\n|\r|\n))+/g
const dataLine = /(?:^|[\r\n])data[:\r\n]/
const typeLine = /(?<=^|[\r\n])event(?:: ?([^\r\n]*))?(?=[\r\n])/g

/** Holds the last block of a stream back until it is complete, and adds an empty `data` line to each block that has a type and no data. */
class WholeBlocks {
  /** The block that is not complete yet. */
  rest = ''

  /** Takes text of the stream, cut anywhere; returns the blocks that are complete with it. */
  complete(text: string): string {
    const all = this.rest + text
    const [whole = ''] = untilLastBlank.exec(all) ?? []
    this.rest = all.slice(whole.length)
    if (this.rest.length > longestEvent) throw tooLong()
    return whole.replace(block, (lines) => (isDataless(lines) ? `${lines}data\n` : lines))
  }
}

function isDataless(lines: string): boolean {
  if (dataLine.test(lines)) return false
  const [, type = ''] = [...lines.matchAll(typeLine)].at(-1) ?? []
  return type !== ''
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
