import { decode } from './post-message.ts'
import { StreamReader } from './stream-reader.ts'

/** Reads the messages to some ids as a wallet does: it is cut off again and again, and continues after the last message it had. */
export class ResumingReader {
  /** Texts of all messages, in the order in which they came. */
  readonly received: string[] = []
  lastEventId = '0'
  /** Connections so far. */
  connections = 0
  readonly #ids: readonly string[]

  constructor(ids: readonly string[]) {
    this.#ids = ids
  }

  /** Reads some messages over one connection, then cuts it. What had come by then counts. */
  async read(url: string, least: number): Promise<void> {
    const header = this.connections++ % 2 === 0
    const query = `client_id=${this.#ids.join()}`
    const stream = header
      ? await StreamReader.open(`${url}/events?${query}&last_event_id=999999999999999-0`, { 'last-event-id': this.lastEventId })
      : await StreamReader.open(`${url}/events?${query}&last_event_id=${this.lastEventId}`)
    await stream.until(() => stream.messages.length >= least)
    stream.cut()
    for (const { id, message } of stream.messages) {
      this.received.push(decode(message))
      this.lastEventId = id
    }
  }
}
