import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'

/** Where connections come in, and where those of Socket.IO go first. */
export interface FrontDoor {
  readonly server: Server
  /** Connections of Socket.IO, which belong to the worker that knows their session. */
  readonly sticky: HttpServer
}

/**
 * Sorts connections by what their first request asks for.
 *
 * The library for sticky sessions closes a connection after each request, because the next one may be of another session. That is
 * right for Socket.IO's requests, and would make every other one pay for a new connection. So it gets those of Socket.IO alone.
 */
export function createFrontDoor(isSticky: boolean, onOther: (socket: Socket, data: Buffer) => void): FrontDoor {
  const sticky = createHttpServer()
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', ignore)
    socket.once('data', (data: Buffer) => {
      if (!isSticky || !isSocketIo(data)) return onOther(socket, data)
      sticky.emit('connection', socket)
      socket.unshift(data)
    })
  })
  return { server, sticky }
}

function isSocketIo(data: Buffer): boolean {
  return /^[A-Z]+ \/socket\.io[/?]/.test(data.toString('latin1', 0, 64))
}

function ignore(): void {}
