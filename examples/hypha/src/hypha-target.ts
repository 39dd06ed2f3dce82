import type { CommandTarget } from '@benchpress/core'
import type { Breakage, Script } from './registry.ts'
import { programFile, serverCommand } from './server-command.ts'
import type { Runtime } from './server-command.ts'

/** Options of the server of a test. */
export interface HyphaTargetOptions {
  /** Runtime of the server. Default `node`; `deno` needs the npm package of that name. */
  readonly runtime?: Runtime
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

/**
 * One server of services, as a process of its own.
 *
 * @throws Error with what to install, when the server should run on Deno and Deno is not installed
 */
export function hyphaTarget({ runtime = 'node', break: breakage, script, port = 0 }: HyphaTargetOptions = {}): CommandTarget {
  return {
    command: serverCommand(runtime),
    ready: { log: '^listening on (?<url>\\S+)$' },
    env: { HOST: host, PORT: String(port), SERVER_ID: '', BREAK: breakage ?? '', SCRIPT: script ?? '' },
  }
}

/**
 * Several servers of services, each with a process and a port of its own; servers that respond at `/health` and have the services take part in a test.
 *
 * @throws Error with what to install, when the servers should run on Deno and Deno is not installed
 */
export function hyphaClusterTarget(options: HyphaClusterTargetOptions = {}): CommandTarget {
  const { nodes = 3, runtime = 'node', break: breakage, without, port = 8080 } = options
  // A missing runtime is reported before anything is started.
  serverCommand(runtime)
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
      RUNTIME: runtime,
      BREAK: breakage ?? '',
      WITHOUT: without === undefined ? '' : String(without),
    },
  }
}
