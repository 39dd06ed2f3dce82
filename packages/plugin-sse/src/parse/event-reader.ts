import { DatalessBlocks } from './dataless-blocks.ts'
import { endsBetweenEvents, LentParser, type ParserListener } from './lent-parser.ts'
import { Utf8Text } from './utf8-text.ts'

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
export class EventReader implements ParserListener {
  readonly #listener: EventReaderListener
  readonly #readsComments: boolean
  readonly #text = new Utf8Text()
  readonly #blocks: DatalessBlocks | undefined
  // The parser of an incomplete event, or of the current read.
  #parser: LentParser | undefined
  // The text before the first event.
  #opening: string | undefined = ''

  constructor(listener: EventReaderListener, { dataless, comments }: EventReaderOptions) {
    this.#listener = listener
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
    this.#listener.onEvent(type, data)
  }

  onId(id: string): void {
    this.#listener.onId(id)
  }

  onRetry(wait: number): void {
    this.#listener.onRetry(wait)
  }

  onComment(comment: string): void {
    this.#listener.onComment(comment)
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
  return parts.length === 0 ? undefined : parts.join(' ').slice(0, longestMessage)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
