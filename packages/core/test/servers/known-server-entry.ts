import { createServer, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { HealthMonitor } from '../../src/load/worker/thread-health.ts'
import type { Behaviour, Truth } from './behaviour.ts'

const behaviour = workerData as Behaviour
const body = '{"hello":"world!"}'
let arrived = 0
let responded = 0
let connections = 0
let frozen: number | undefined
// By the order of arrival.
const times: number[] = []
const arrivals: number[] = []

interface Waiting {
  readonly method: string
  /** Of its arrival. */
  readonly index: number
  readonly at: number
  isDue: boolean
}

const server = createServer({ noDelay: true }, (socket) => {
  connections += 1
  serve(socket)
})

function serve(socket: Socket): void {
  let received = ''
  let count = 0
  let isClosing = false
  // Responses go out in the order of requests, each when its own delay and those before it are over.
  const waiting: Waiting[] = []
  const respond = (): void => {
    for (let first = waiting[0]; first?.isDue === true; first = waiting[0]) {
      waiting.shift()
      // Taken before the response is written: no client can have waited for less, however late this thread continues.
      times[first.index] = microseconds() - first.at
      write(socket, first.method)
    }
  }
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    const at = microseconds()
    received += chunk.toString('latin1')
    for (let end = received.indexOf('\r\n\r\n'); end !== -1 && !isClosing; end = received.indexOf('\r\n\r\n')) {
      const method = received.slice(0, received.indexOf(' '))
      received = received.slice(end + 4)
      if (++count > (behaviour.closeAfter ?? Infinity)) {
        isClosing = true
        socket.end()
        return
      }
      isClosing = behaviour.response === 'first only'
      arrivals.push(at)
      const delay = behaviour.delays[arrived % behaviour.delays.length] ?? 0
      const request = { method, index: arrived++, at, isDue: delay === 0 }
      waiting.push(request)
      freeze()
      const due = (): void => {
        request.isDue = true
        respond()
      }
      if (delay > 0) setTimeout(due, delay)
    }
    respond()
  })
}

function microseconds(): number {
  return performance.now() * 1000
}

function freeze(): void {
  if (behaviour.freeze === undefined || frozen !== undefined) return
  frozen = 0
  const { after, length } = behaviour.freeze
  setTimeout(() => {
    const start = performance.now()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, length)
    frozen = performance.now() - start
  }, after)
}

function write(socket: Socket, method: string): void {
  if (socket.destroyed) return
  responded += 1
  const bytes = responseOf(method)
  if (behaviour.response === 'byte by byte') writeSlowly(socket, bytes)
  else if (behaviour.response === 'close' || behaviour.response === 'first only') socket.end(bytes)
  else socket.write(bytes)
}

const slowly = new WeakMap<Socket, Buffer>()

// One byte each turn of the loop, with noDelay a packet each.
function writeSlowly(socket: Socket, bytes: Buffer): void {
  const rest = slowly.get(socket)
  slowly.set(socket, rest === undefined ? bytes : Buffer.concat([rest, bytes]))
  if (rest !== undefined) return
  const next = (): void => {
    const left = slowly.get(socket) ?? Buffer.alloc(0)
    if (left.length === 0 || socket.destroyed) {
      slowly.delete(socket)
      return
    }
    socket.write(left.subarray(0, 1))
    slowly.set(socket, left.subarray(1))
    setImmediate(next)
  }
  next()
}

function responseOf(method: string): Buffer {
  const status = behaviour.status ?? 200
  const head = (lines: string): string => `HTTP/1.1 ${status} Known\r\nContent-Type: application/json\r\n${lines}\r\n`
  if (behaviour.response === 'no body') return Buffer.from(head(''))
  if (behaviour.response === 'chunked')
    return Buffer.from(`${head('Transfer-Encoding: chunked\r\n')}5\r\n${body.slice(0, 5)}\r\nd\r\n${body.slice(5)}\r\n0\r\n\r\n`)
  const close = behaviour.response === 'close' || behaviour.response === 'first only' ? 'Connection: close\r\n' : ''
  return Buffer.from(`${head(`Content-Length: ${body.length}\r\n${close}`)}${method === 'HEAD' ? '' : body}`)
}

// More than any test opens while the thread is frozen: a connection that finds no place in the queue is tried again a second later.
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => parentPort?.postMessage(server.address()))
const health = new HealthMonitor()
health.start()
parentPort?.on('message', () => {
  const truth: Truth = { arrived, responded, connections, times, arrivals, frozen: frozen ?? 0, loopDelay: health.read().loopDelay }
  parentPort?.postMessage(truth)
})
