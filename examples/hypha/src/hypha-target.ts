import type { CommandTarget } from '@benchpress/core'
import type { Breakage, Script } from './registry.ts'
import { programFile, serverCommand } from './server-command.ts'
import type { Runtime } from './server-command.ts'

/** How the server of a test is started. */
export interface HyphaTargetOptions {
  /** What it runs on. Default `node`; `deno` needs the npm package of that name. */
  readonly runtime?: Runtime
  /** `arguments`: it responds 200 with a wrong body wherever a function has several arguments. Default: nothing. */
  readonly break?: Breakage
  /** Whose services it has, where two published scripts registered different ones by the same name: those of the bursts. Default: those of the endpoints. */
  readonly script?: Script
  /** Default 0: one that is free. */
  readonly port?: number
}

/** How the cluster of a test is started. */
export interface HyphaClusterTargetOptions extends Omit<HyphaTargetOptions, 'port' | 'script'> {
  /** How many servers. Default 3. */
  readonly nodes?: number
  /** Number of the server that does not start, from 1: it has an address, at which nothing listens. Default: none. */
  readonly without?: number
  /** Port of the first server; each of the others has the next one. Default 8080. */
  readonly port?: number
}

const host = '127.0.0.1'

/**
 * One server of services, as a process of its own.
 *
 * @throws Error that says what to install, when it should run on Deno and there is none
 */
export function hyphaTarget({ runtime = 'node', break: breakage, script, port = 0 }: HyphaTargetOptions = {}): CommandTarget {
  return {
    command: serverCommand(runtime),
    ready: { log: '^listening on (?<url>\\S+)$' },
    env: { HOST: host, PORT: String(port), SERVER_ID: '', BREAK: breakage ?? '', SCRIPT: script ?? '' },
  }
}

/**
 * Several servers of services, each a process and a port of its own; those take part in a test that respond at `/health` and have the services.
 *
 * @throws Error that says what to install, when they should run on Deno and there is none
 */
export function hyphaClusterTarget(options: HyphaClusterTargetOptions = {}): CommandTarget {
  const { nodes = 3, runtime = 'node', break: breakage, without, port = 8080 } = options
  // What is missing is said before anything is started.
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
