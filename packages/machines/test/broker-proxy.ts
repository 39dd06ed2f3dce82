import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a broker, or to any server, that can be cut and healed again. */
export class BrokerProxy {
  readonly #to: URL
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((near) => this.#join(near))
  #isCut = false
  #url = ''

  /** @param host at which the way begins */
  static async start(url: string, host: string = '127.0.0.1'): Promise<BrokerProxy> {
    const proxy = new BrokerProxy(url)
    proxy.#server.listen(0, host)
    await once(proxy.#server, 'listening')
    const own = new URL(url)
    own.hostname = host
    own.port = String((proxy.#server.address() as AddressInfo).port)
    proxy.#url = own.href
    return proxy
  }

  private constructor(url: string) {
    this.#to = new URL(url)
  }

  /** The URL of the broker by this way. */
  get url(): string {
    return this.#url
  }

  /** Lets nothing pass any more; what was sent arrives when the way is healed. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** Lets pass what waits, and all that comes. */
  heal(): void {
    this.#isCut = false
    for (const socket of this.#sockets) socket.resume()
  }

  /** Breaks all connections; new ones are as the way is. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  stop(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(near: Socket): void {
    const far = connect(Number(this.#to.port), this.#to.hostname)
    this.#pass(near, far)
    this.#pass(far, near)
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    from.setNoDelay(true)
    from.on('data', (bytes) => void to.write(bytes))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      this.#sockets.delete(from)
      to.destroy()
    })
    if (this.#isCut) from.pause()
  }
}
