import { DatalessBlocks } from './dataless-blocks.ts'
import { endsBetweenEvents, LentParser, type ParserListener } from './lent-parser.ts'
import { Utf8Text } from './utf8-text.ts'

/** Called with what is in the body of one stream of events. */
export interface EventReaderListener {
  /** @param type empty when the event names none */
  onEvent(type: string, data: string): void
  /** A block with an id ended; called before the event that it may be. */
  onId(id: string): void
  /** @param wait in milliseconds */
  onRetry(wait: number): void
  /** Only where comments are read. */
  onComment(comment: string): void
}

/** What is to be read beside events with data. */
interface EventReaderOptions {
  readonly dataless: boolean
  readonly comments: boolean
}

// An error in place of events is short.
const longestErrorBody = 2048

/**
 * Reads one stream of events from its bytes, as the HTML standard says; an event that is not complete at the end is none.
 *
 * The parser is that of `eventsource-parser`. It works on text, which costs less than to look for lines in bytes.
 */
export class EventReader implements ParserListener {
  readonly #listener: EventReaderListener
  readonly #readsComments: boolean
  readonly #text = new Utf8Text()
  readonly #blocks: DatalessBlocks | undefined
  // Of an event that is not complete, or of a read that is being gone through.
  #parser: LentParser | undefined
  // What came before the first event.
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

  /** What the target said was wrong, when the body ended without an event and is an error in JSON; else `undefined`. */
  findError(): string | undefined {
    return this.#opening === undefined ? undefined : findErrorBody(this.#opening)
  }
}

const longestMessage = 160

/**
 * Finds an error that a target wrote as a line of JSON where events were expected, such as `{"message":"no such client","statusCode":400}`.
 *
 * @returns what it says, such as `400 no such client`; `undefined` when the text is no such error
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
