import { IoAdapter } from '@nestjs/platform-socket.io'
import { Server } from 'socket.io'
import type { SocketWiring } from '../process/socket-wiring.ts'

/** Creates the Socket.IO server on the server that the process gives, with its adapter. */
export class SocketAdapter extends IoAdapter {
  readonly #wiring: SocketWiring

  constructor(app: object, wiring: SocketWiring) {
    super(app)
    this.#wiring = wiring
  }

  override createIOServer(): Server {
    const server = new Server(this.#wiring.httpServer ?? this.httpServer, { serveClient: false, cors: { origin: '*' } })
    if (this.#wiring.adapter !== undefined) server.adapter(this.#wiring.adapter)
    this.#wiring.onServer?.(server)
    return server
  }
}
