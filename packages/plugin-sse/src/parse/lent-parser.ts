import { createParser, type EventSourceParser } from 'eventsource-parser'

/** Called with what a parser finds in the text of one stream. */
export interface ParserListener {
  /** @param type empty when the event names none */
  onEvent(type: string, data: string): void
  onId(id: string): void
  onRetry(wait: number): void
  onComment(comment: string): void
}

// Characters that are kept of an event that is not complete: without a bound, a target that never ends a line takes all memory there is.
const longestEvent = 32 * 1024 * 1024

// The number of parsers that are kept while none is in use: streams mostly end a read between two events, and the next one to be read takes the same parser.
const mostSpare = 64
const spare: LentParser[] = []
const spareWithComments: LentParser[] = []

/**
 * A parser that a stream has only as long as an event of it is not complete.
 *
 * A parser of `eventsource-parser` is a dozen functions and more than a kilobyte, but between two events it remembers nothing. Thousands of
 * streams, nearly all of them between two events, take turns with a few.
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
    // The byte order mark is gone when text comes here. Without this the parser would take the characters \u00ef\u00bb\u00bf for another one.
    this.#parser.feed('\n')
  }

  /** Lends a parser to a stream that is between two events, for as long as the stream wants it. */
  static lend(listener: ParserListener, readsComments: boolean): LentParser {
    const parser = (readsComments ? spareWithComments : spare).pop() ?? new LentParser(readsComments)
    parser.#listener = listener
    return parser
  }

  /**
   * Takes text, cut anywhere; the listener is called before this returns. A parser whose listener has thrown cannot be given back.
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

/** Whether a text that was taken whole leaves nothing to be remembered, whatever came before it: it ends with a blank line, and not with half of its end. */
export function endsBetweenEvents(text: string): boolean {
  return text.endsWith('\n\n') || text.endsWith('\n\r\n')
}
