import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy before a running server, which goes away once in the middle of a load, like a server that is restarted. */
export class RestartingFront {
  readonly #port: number
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #left: number
  readonly #away: number
  #back: NodeJS.Timeout | undefined
  url = ''
  /** The number of times the proxy went away. */
  restarts = 0

  private constructor(port: number, after: number, away: number) {
    this.#port = port
    this.#left = after
    this.#away = away
  }

  /**
   * @param url of the server behind the proxy
   * @param after number of chunks from clients after which the proxy goes away; `Infinity` for never
   * @param away milliseconds for which it is away: longer than clients wait before they connect again
   */
  static async start(url: string, after: number, away: number = 300): Promise<RestartingFront> {
    const front = new RestartingFront(Number(new URL(url).port), after, away)
    front.url = `http://127.0.0.1:${await front.#listen(0)}`
    return front
  }

  async close(): Promise<void> {
    clearTimeout(this.#back)
    await this.#goAway()
  }

  async #listen(port: number): Promise<number> {
    const server = (this.#server = createServer((socket) => this.#pass(socket)))
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    return (server.address() as { readonly port: number }).port
  }

  #pass(socket: Socket): void {
    const behind = connect(this.#port, '127.0.0.1')
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    socket.on('data', () => this.#count())
  }

  #count(): void {
    this.#left -= 1
    if (this.#left !== 0) return
    const { port } = new URL(this.url)
    this.restarts += 1
    void this.#goAway()
    this.#back = setTimeout(() => void this.#listen(Number(port)), this.#away)
  }

  async #goAway(): Promise<void> {
    const closed = new Promise<void>((resolve) => (this.#server === undefined ? resolve() : this.#server.close(() => resolve())))
    for (const socket of this.#sockets) socket.resetAndDestroy()
    await closed
  }
}
