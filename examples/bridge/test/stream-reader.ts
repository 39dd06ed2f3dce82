import { once } from 'node:events'
import { request, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

/** A message of an event. */
export interface ReadMessage {
  readonly id: string
  readonly from: string
  readonly message: string
}

/** Reads one stream, byte for byte. */
export class StreamReader {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body so far. */
  text = ''
  isEnded = false
  readonly #messages: ReadMessage[] = []
  // The text after the last whole event.
  #rest = ''
  readonly #request: ClientRequest
  readonly #response: IncomingMessage

  /** Opens a stream, and resolves when its head has arrived. */
  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<StreamReader> {
    const opening = request(url, { headers, agent: false }).end()
    const [response] = (await once(opening, 'response')) as [IncomingMessage]
    return new StreamReader(opening, response)
  }

  private constructor(opening: ClientRequest, response: IncomingMessage) {
    this.#request = opening
    this.#response = response
    this.status = response.statusCode ?? 0
    this.headers = response.headers
    opening.on('error', () => {})
    response.on('error', () => {})
    response.setEncoding('utf8')
    response.on('data', (text: string) => this.#read(text))
    response.on('end', () => (this.isEnded = true))
  }

  /** Complete messages, by an independent parser. */
  get messages(): ReadMessage[] {
    return [...this.#messages]
  }

  get heartbeats(): number {
    return this.text.split('event: heartbeat\n\n').length - 1
  }

  /** Resolves when a condition is true; rejects when the stream ends or breaks before. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.isEnded || this.#response.destroyed) throw new Error(`the stream ended with ${JSON.stringify(this.text.slice(-500))}`)
      await new Promise<void>((resolve) => {
        const heard = (): void => {
          for (const event of ['data', 'end', 'close']) this.#response.off(event, heard)
          resolve()
        }
        for (const event of ['data', 'end', 'close']) this.#response.on(event, heard)
      })
    }
  }

  /** Resolves when the stream has ended properly. */
  async ended(): Promise<void> {
    if (!this.isEnded) await once(this.#response, 'end')
  }

  /** Cuts the connection. */
  cut(): void {
    this.#request.destroy()
  }

  #read(text: string): void {
    this.text += text
    const events = (this.#rest + text).split('\n\n')
    this.#rest = events.pop() ?? ''
    for (const event of events) {
      const [, id, data = ''] = /^\n?event: message\nid: (\S+)\ndata: (.*)$/.exec(event) ?? []
      if (id !== undefined) this.#messages.push({ id, ...(JSON.parse(data) as Omit<ReadMessage, 'id'>) })
    }
  }
}
