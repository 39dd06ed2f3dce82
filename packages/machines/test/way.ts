import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The network between an agent and its broker, which can be disturbed. */
export interface Way {
  /** URL of the broker over this network. */
  readonly url: string
  /** Lets nothing through, like a pulled cable, without ending a connection. */
  cut(): void
  /** Lets everything through again, including held up data. */
  heal(): void
  /** Ends all connections, in the middle of what is under way. */
  reset(): void
  /** The number of open connections. */
  readonly open: number
  /** Called for each new connection with the number of connections so far. */
  onConnection: (count: number) => void
  close(): Promise<void>
}

/**
 * Opens a proxy to a broker on this machine.
 *
 * @param delay milliseconds from one end to the other
 * @param rate the most bytes per second, of all connections together
 * @param host address of this machine at which the proxy listens
 */
export async function openWay(broker: string, { delay = 0, rate = Infinity, host = '127.0.0.1' } = {}): Promise<Way> {
  const { hostname, port } = new URL(broker)
  const sockets = new Set<Socket>()
  let open = Promise.withResolvers<void>()
  open.resolve()
  // Chunks are sent one after the other, as over one line.
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
    // Each connection has two sockets.
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
