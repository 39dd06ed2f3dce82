import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { stopReading } from './stop-reading.ts'

/** The servers that accept connections: one for all, and one for Socket.IO. */
export interface FrontDoor {
  readonly server: Server
  /** Connections of Socket.IO, which belong to the worker that knows their session. */
  readonly sticky: HttpServer
}

/**
 * Routes connections by the path of their first request.
 *
 * The library for sticky sessions closes a connection after each request, because the next one may be of another session. That is right for Socket.IO, but any
 * other request would pay for a new connection. So the library gets only connections of Socket.IO.
 */
export function createFrontDoor(isSticky: boolean, onOther: (socket: Socket, data: Buffer) => void): FrontDoor {
  const sticky = createHttpServer()
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', ignore)
    socket.once('data', (data: Buffer) => {
      if (!isSticky || !isSocketIo(data)) return onOther(socket, data)
      if (!mayGoOn(data)) stopReading(socket)
      sticky.emit('connection', socket)
      socket.unshift(data)
    })
  })
  return { server, sticky }
}

function isSocketIo(data: Buffer): boolean {
  return /^[A-Z]+ \/socket\.io[/?]/.test(data.toString('latin1', 0, 64))
}

// The same condition as in the library for sticky sessions, which reads such a request to its end here, and passes on all others with their connection.
function mayGoOn(data: Buffer): boolean {
  const [head = ''] = data.toString('latin1').split('\r\n\r\n', 1)
  return /\r\n(?:content-length|transfer-encoding):/i.test(head)
}

function ignore(): void {}
