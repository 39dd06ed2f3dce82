import { decode } from './post-message.ts'
import { StreamReader } from './stream-reader.ts'

/** Reads the messages to some ids like a wallet: it is cut off again and again, and resumes after its last message. */
export class ResumingReader {
  /** Texts of all messages, in the order of arrival. */
  readonly received: string[] = []
  lastEventId = '0'
  /** Number of connections so far. */
  connections = 0
  readonly #ids: readonly string[]

  constructor(ids: readonly string[]) {
    this.#ids = ids
  }

  /** Reads at least some messages over one connection, and then cuts it. */
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
