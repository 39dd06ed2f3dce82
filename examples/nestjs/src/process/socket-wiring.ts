import type { Server as HttpServer } from 'node:http'
import type { Server } from 'socket.io'

/** The wiring of the Socket.IO server of a process to its users and to other processes. */
export interface SocketWiring {
  /** Server that accepts its connections. Default: that of HTTP. */
  readonly httpServer?: HttpServer
  /** Adapter for broadcasts to other processes. Default: none. */
  readonly adapter?: Parameters<Server['adapter']>[0]
  /** Called once with the server, before any user is connected. */
  readonly onServer?: (server: Server) => void
}
