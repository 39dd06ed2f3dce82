import type { CommandTarget } from '@benchpress/core'
import type { Breakage, Script } from './registry.ts'
import { programFile } from './server-command.ts'

/** Options of the server of a test. */
export interface HyphaTargetOptions {
  /** Fault of the server: with `arguments` it responds 200 with a wrong body wherever a function has several arguments. Default: none. */
  readonly break?: Breakage
  /** Script whose services are registered, where two published ones registered different services by the same name: `burst`. Default: that of the endpoints. */
  readonly script?: Script
  /** Default 0: a free port. */
  readonly port?: number
}

/** Options of the cluster of a test. */
export interface HyphaClusterTargetOptions extends Omit<HyphaTargetOptions, 'port' | 'script'> {
  /** Number of servers. Default 3. */
  readonly nodes?: number
  /** Number of a server that does not start, from 1: nothing listens at its address. Default: none. */
  readonly without?: number
  /** Port of the first server; each of the others has the next one. Default 8080. */
  readonly port?: number
}

const host = '127.0.0.1'

/** One server of services, as a process of its own. */
export function hyphaTarget({ break: breakage, script, port = 0 }: HyphaTargetOptions = {}): CommandTarget {
  return {
    command: [process.execPath, programFile('server')],
    ready: { log: '^listening on (?<url>\\S+)$' },
    env: { HOST: host, PORT: String(port), SERVER_ID: '', BREAK: breakage ?? '', SCRIPT: script ?? '' },
  }
}

/** Several servers of services, each with a process and a port of its own; servers that respond at `/health` and have the services take part in a test. */
export function hyphaClusterTarget(options: HyphaClusterTargetOptions = {}): CommandTarget {
  const { nodes = 3, break: breakage, without, port = 8080 } = options
  return {
    command: [process.execPath, programFile('cluster')],
    ready: { log: '^listening on ' },
    servers: Array.from({ length: nodes }, (_, index) => `http://${host}:${port + index}`),
    health: '/health',
    requires: { path: '/default/services', contains: '"root:benchmark-service"' },
    env: {
      HOST: host,
      PORT: String(port),
      NODES: String(nodes),
      BREAK: breakage ?? '',
      WITHOUT: without === undefined ? '' : String(without),
    },
  }
}
