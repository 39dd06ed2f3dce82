import { createParser, type EventSourceParser } from 'eventsource-parser'

/** Receives everything that a parser finds in the text of one stream. */
export interface ParserListener {
  /** @param type empty when the event names none */
  onEvent(type: string, data: string): void
  onId(id: string): void
  onRetry(wait: number): void
  onComment(comment: string): void
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
export class LentParser {
  readonly #parser: EventSourceParser
  readonly #spare: LentParser[]
  #listener: ParserListener | undefined

  private constructor(readsComments: boolean) {
    this.#spare = readsComments ? spareWithComments : spare
    this.#parser = createParser({
      onEvent: ({ event = '', data }) => this.#listener?.onEvent(event, data),
      onId: (id) => this.#listener?.onId(id),
      onRetry: (wait) => this.#listener?.onRetry(wait),
      onComment: readsComments ? (comment) => this.#listener?.onComment(comment) : undefined,
      maxBufferSize: longestEvent,
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw new RangeError(`an event of more than ${longestEvent} characters`)
      },
    })
    // The byte order mark is removed before. Without this line feed the parser would take the characters \u00ef\u00bb\u00bf for another one.
    this.#parser.feed('\n')
  }

  /** Lends a parser to a stream that is between two events, until the stream gives it back. */
  static lend(listener: ParserListener, readsComments: boolean): LentParser {
    const parser = (readsComments ? spareWithComments : spare).pop() ?? new LentParser(readsComments)
    parser.#listener = listener
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
    this.#listener = undefined
    if (this.#spare.length < mostSpare) this.#spare.push(this)
  }
}

/** Whether a text leaves the parser without state, whatever came before: it ends with a complete blank line. */
export function endsBetweenEvents(text: string): boolean {
  return text.endsWith('\n\n') || text.endsWith('\n\r\n')
}
