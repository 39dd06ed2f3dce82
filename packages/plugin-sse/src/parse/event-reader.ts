import { createParser, type EventSourceParser } from 'eventsource-parser'
import { DatalessBlocks } from './dataless-blocks.ts'
import { findErrorBody } from './error-body.ts'
import { Utf8Text } from './utf8-text.ts'

/** Hears what is in the body of one stream of events. */
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
export interface EventReaderOptions {
  readonly dataless: boolean
  readonly comments: boolean
}

// Characters that are kept of an event that is not complete: without a bound, a target that never ends a line takes all memory there is.
const longestEvent = 32 * 1024 * 1024

// An error in place of events is short.
const longestErrorBody = 2048

/**
 * Reads one stream of events from its bytes, as the HTML standard says; an event that is not complete at the end is none.
 *
 * The parser is that of `eventsource-parser`. It works on text, which costs less than to look for lines in bytes.
 */
export class EventReader {
  readonly #text = new Utf8Text()
  readonly #parser: EventSourceParser
  readonly #blocks: DatalessBlocks | undefined
  // What came before the first event.
  #opening: string | undefined = ''

  constructor(listener: EventReaderListener, { dataless, comments }: EventReaderOptions) {
    this.#parser = createParser({
      onEvent: ({ event = '', data }) => {
        this.#opening = undefined
        listener.onEvent(event, data)
      },
      onId: (id) => listener.onId(id),
      onRetry: (wait) => listener.onRetry(wait),
      onComment: comments ? (comment) => listener.onComment(comment) : undefined,
      maxBufferSize: longestEvent,
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw new RangeError(`an event of more than ${longestEvent} characters`)
      },
    })
    // The byte order mark is gone when text comes here. Without this the parser would take the characters \u00ef\u00bb\u00bf for another one.
    this.#parser.feed('\n')
    this.#blocks = dataless ? new DatalessBlocks((text) => this.#parser.feed(text)) : undefined
  }

  /**
   * Takes bytes of the body, cut anywhere; the listener is called before this returns.
   *
   * @throws RangeError for an event that is longer than 32 Mi characters
   */
  read(buffer: Buffer, start: number, end: number): void {
    const text = this.#text.decode(buffer, start, end)
    if (this.#opening !== undefined) this.#opening = this.#opening.length < longestErrorBody ? this.#opening + text : undefined
    if (this.#blocks === undefined) this.#parser.feed(text)
    else this.#blocks.feed(text)
  }

  /** What the target said was wrong, when the body ended without an event and is an error in JSON; else `undefined`. */
  findError(): string | undefined {
    return this.#opening === undefined ? undefined : findErrorBody(this.#opening)
  }
}
