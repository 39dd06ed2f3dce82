import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo, type Socket as NetSocket } from 'node:net'
import { Server, type ServerOptions } from 'socket.io'
import type { ClusterOptions, WorkerState } from './socket-cluster.ts'

// The adapter for broadcasts to other workers, as a dependency of the auction service.
const { createAdapter, setupPrimary: connectWorkers } = createRequire(import.meta.resolve('@benchpress/example-nestjs'))(
  '@socket.io/cluster-adapter',
) as { createAdapter(): Parameters<Server['adapter']>[0]; setupPrimary(): void }

const { workers: count = 2, hasAdapter = true, server: options = {} } = JSON.parse(process.argv[2] ?? '{}') as ClusterOptions

if (cluster.isPrimary) await runPrimary()
else runWorker()

// Passes connections to the workers by turns, without reading from them, as that data would be lost.
async function runPrimary(): Promise<void> {
  cluster.setupPrimary({ serialization: 'advanced' })
  if (hasAdapter) connectWorkers()
  const workers = Array.from({ length: count }, () => cluster.fork())
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const states = new Map<Worker, WorkerState>()
  cluster.on('message', (worker, message: { readonly state?: WorkerState }) => {
    if (message.state !== undefined) states.set(worker, message.state)
  })
  let turn = 0
  const door = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => void workers[turn++ % count]?.send('connection', socket))
  process.on('message', () => process.send?.([...states.values()]))
  process.on('disconnect', () => {
    for (const worker of workers) worker.process.kill('SIGKILL')
    process.exit()
  })
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve))
  process.send?.(`http://127.0.0.1:${(door.address() as AddressInfo).port}`)
}

function runWorker(): void {
  const server = createHttpServer()
  const io = new Server(server, { serveClient: false, ...(options as Partial<ServerOptions>) })
  if (hasAdapter) io.adapter(createAdapter())
  let mostSockets = 0
  io.on('connection', (socket) => {
    mostSockets = Math.max(mostSockets, io.sockets.sockets.size)
    const state: WorkerState = { pid: process.pid, mostSockets }
    process.send?.({ state })
    socket.on('say', (said: unknown, ack: () => void) => {
      io.emit('said', said)
      ack()
    })
  })
  process.on('message', (message, socket: NetSocket | undefined) => {
    // There is no connection when it was closed on its way.
    if (message !== 'connection' || socket === undefined) return
    server.emit('connection', socket)
    socket.resume()
  })
  process.send?.('ready')
}
