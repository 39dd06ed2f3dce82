import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from '../../../test/free-port.ts'

/** A Redis of a test. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

/** Whether redis-server is installed. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0

/** Starts a Redis without persistence; without a port, on a free one. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const chosen = port ?? (await freePort())
  const args = ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) if (line.includes('Ready to accept connections')) break
  child.stdout.resume()
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
