import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../../test/free-port.ts'

/** A Redis of a test. */
export interface RedisServer {
  readonly host: string
  readonly port: number
  /** URL for the target of a test. */
  readonly url: string
  /** Id of the process, to stop it for a while. */
  readonly pid: number
  stop(): Promise<void>
}

/** Whether redis-server is installed. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0

/**
 * Starts a Redis without persistence, on a free port.
 *
 * @param args such as `--requirepass`, `secret`
 */
export async function startRedis(...args: readonly string[]): Promise<RedisServer> {
  const port = await freePort()
  const common = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--enable-debug-command', 'yes']
  // By default a server of a cluster also listens 10,000 ports higher, where any other program may listen.
  const bus = args.includes('--cluster-enabled') ? ['--cluster-port', String(await freePort())] : []
  // The server writes its nodes into its folder.
  const cwd = await mkdtemp(join(tmpdir(), 'redis-'))
  const child = spawn('redis-server', [...common, ...bus, ...args], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.includes('Ready to accept connections')) break
  }
  child.stdout.resume()
  const { pid } = child
  if (pid === undefined || lines.at(-1)?.includes('Ready to accept connections') !== true)
    throw new Error(`redis-server did not start: ${lines.join('\n')}`)
  return {
    host: '127.0.0.1',
    port,
    url: `http://127.0.0.1:${port}`,
    pid,
    async stop() {
      child.kill('SIGKILL')
      await exited
      await rm(cwd, { recursive: true })
    },
  }
}
