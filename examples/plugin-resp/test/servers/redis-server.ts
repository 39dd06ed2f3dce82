import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** A Redis of a test. */
export interface RedisServer {
  readonly host: string
  readonly port: number
  /** As the target of a test. */
  readonly url: string
  /** Of the process, to stop it for a while. */
  readonly pid: number
  stop(): Promise<void>
}

/** Whether there is a redis-server to be started. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0

/**
 * Starts a Redis that keeps nothing on disk, on a free port.
 *
 * @param args such as `--requirepass`, `secret`
 */
export async function startRedis(...args: readonly string[]): Promise<RedisServer> {
  const port = await freePort()
  const common = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--enable-debug-command', 'yes']
  const child = spawn('redis-server', [...common, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) if (line.includes('Ready to accept connections')) break
  child.stdout.resume()
  const { pid } = child
  if (pid === undefined) throw new Error('redis-server did not start')
  return {
    host: '127.0.0.1',
    port,
    url: `http://127.0.0.1:${port}`,
    pid,
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** A port that nobody listens to. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new TypeError('the server has no port')
  return address.port
}
