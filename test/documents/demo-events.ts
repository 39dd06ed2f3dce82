import type { ServerResponse } from 'node:http'

const heartbeat = 100

/** The events of the demo server: `GET /events?for=a,b` receives messages that are posted to `/messages?to=a`. */
export class DemoEvents {
  readonly #listeners = new Map<string, Set<ServerResponse>>()

  /** Streams new messages to any of the names to a response, and heartbeats. */
  subscribe(names: readonly string[], response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    const beats = setInterval(() => response.write('event: heartbeat\n\n'), heartbeat)
    for (const name of names) this.#named(name).add(response)
    response.on('close', () => {
      clearInterval(beats)
      for (const name of names) this.#named(name).delete(response)
    })
  }

  /** Sends a text to all streams of a name. */
  publish(name: string, text: string): void {
    for (const response of this.#named(name)) response.write(`data: ${text}\n\n`)
  }

  #named(name: string): Set<ServerResponse> {
    const known = this.#listeners.get(name) ?? new Set<ServerResponse>()
    this.#listeners.set(name, known)
    return known
  }
}
