import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The way from an agent to its broker, as a network would disturb it. */
export interface Way {
  /** Of the broker, over this way. */
  readonly url: string
  /** Lets nothing through, as a cable that was pulled out: no connection ends by it. */
  cut(): void
  /** Lets through again what comes, and what was held up. */
  heal(): void
  /** Ends all connections, in the middle of what is under way. */
  reset(): void
  /** How many connections are open. */
  readonly open: number
  /** Called with how many connections there were, for each new one. */
  onConnection: (count: number) => void
  close(): Promise<void>
}

/**
 * Opens a way to a broker: a proxy on this machine.
 *
 * @param delay milliseconds from one end to the other
 * @param rate bytes in a second at most, of all connections together
 * @param host address of this machine at which it begins
 */
export async function openWay(broker: string, { delay = 0, rate = Infinity, host = '127.0.0.1' } = {}): Promise<Way> {
  const { hostname, port } = new URL(broker)
  const sockets = new Set<Socket>()
  let open = Promise.withResolvers<void>()
  open.resolve()
  // One after the other, as on one line.
  let line: Promise<unknown> = Promise.resolve()
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from)
    let before: Promise<unknown> = Promise.resolve()
    from.on('data', (data) => {
      from.pause()
      const taken = (line = line.then(async () => await (rate < Infinity ? sleep((data.length / rate) * 1000) : undefined)))
      void taken.then(() => from.resume())
      const due = Date.now() + delay
      before = before.then(async () => {
        await taken
        await sleep(Math.max(0, due - Date.now()))
        await open.promise
        to.write(data)
      })
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  let connections = 0
  const server = createServer((socket) => {
    way.onConnection(++connections)
    const there = connect({ host: hostname, port: Number(port) })
    pass(socket, there)
    pass(there, socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const reset = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const url = new URL(broker)
  url.hostname = host
  url.port = String((server.address() as AddressInfo).port)
  const way: Way = {
    url: url.href,
    // Each has two ends.
    get open() {
      return sockets.size / 2
    },
    onConnection: () => undefined,
    cut: () => (open = Promise.withResolvers<void>()),
    heal: () => open.resolve(),
    reset,
    close: async () => {
      open.resolve()
      reset()
      server.close()
      await once(server, 'close')
    },
  }
  return way
}
