import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { auctionsTarget, type AuctionsTargetOptions } from '../src/index.ts'

/** The service of a test, as a process of its own. */
export interface RunningAuctions {
  readonly url: string
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  /** Ends the service like the target of a test; resolves with its exit code and signal. */
  stop(): Promise<readonly [number | null, NodeJS.Signals | null]>
}

/** Starts the service by the command of its target, and waits until it responds. */
export async function startAuctions(
  options: AuctionsTargetOptions = {},
  env: Readonly<Record<string, string>> = {},
): Promise<RunningAuctions> {
  const process = spawnAuctions(options, env)
  process.stderr.resume()
  const url = await urlOf(process)
  return {
    url,
    process,
    async stop() {
      if (process.exitCode !== null || process.signalCode !== null) return [process.exitCode, process.signalCode]
      const exited = once(process, 'exit')
      process.kill('SIGTERM')
      return (await exited) as [number | null, NodeJS.Signals | null]
    },
  }
}

/** Starts the service without waiting for it. */
export function spawnAuctions(options: AuctionsTargetOptions = {}, env: Readonly<Record<string, string>> = {}): RunningAuctions['process'] {
  const target = auctionsTarget(options)
  const [command = '', ...args] = target.command
  return spawn(command, args, { env: { ...process.env, ...target.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function urlOf(child: RunningAuctions['process']): Promise<string> {
  const { log } = auctionsTarget().ready as { readonly log: string }
  for await (const line of createInterface(child.stdout)) {
    const url = new RegExp(log).exec(line)?.groups?.['url']
    if (url !== undefined) return url
  }
  throw new Error('the service ended without a word')
}
