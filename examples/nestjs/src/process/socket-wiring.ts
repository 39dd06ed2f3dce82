import type { Server as HttpServer } from 'node:http'
import type { Server } from 'socket.io'

/** How the Socket.IO server of a process is connected to its users and to the other processes. */
export interface SocketWiring {
  /** Where its connections come in. Default: where those of HTTP do. */
  readonly httpServer?: HttpServer
  /** What carries broadcasts to other processes. Default: nothing does. */
  readonly adapter?: Parameters<Server['adapter']>[0]
  /** Called once with the server, before any user is connected. */
  readonly onServer?: (server: Server) => void
}
