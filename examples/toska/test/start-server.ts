import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterEach } from 'vitest'
import { toskaTarget, type ToskaTargetOptions } from '../src/index.ts'

/** The server of a test, as a process. */
export type Server = ChildProcessByStdio<null, Readable, Readable>

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.kill('SIGKILL')
})

/** Differences of a started server from the target of a test. */
export interface Differences {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Shell commands to run before the server. */
  readonly before?: string
}

/** Starts the server of a target, and kills it after the test. */
export function startServer(options: ToskaTargetOptions = {}, { args = [], env = {}, before }: Differences = {}): Server {
  const target = toskaTarget(options)
  const [node = '', ...more] = target.command
  const shell = before === undefined ? [] : ['sh', '-c', `${before}; exec "$@"`, 'sh']
  const [program = '', ...rest] = [...shell, node, ...more, ...args]
  const server = spawn(program, rest, { env: { ...process.env, ...target.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  servers.push(server)
  return server
}

/** Resolves with the URL of a server, once it listens. */
export async function urlOf(server: Server): Promise<string> {
  const { log } = toskaTarget().ready as { readonly log: string }
  for await (const line of createInterface(server.stdout)) {
    const url = new RegExp(log).exec(line)?.groups?.['url']
    if (url !== undefined) return url
  }
  throw new Error('the server ended without a word')
}
