import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { MessageServerOptions, MessageServerTimes } from '../servers/message-server-options.ts'

const entry = fileURLToPath(new URL('../servers/message-server-entry.ts', import.meta.url))

/** A message server in a process of its own, so that it never waits for the load. */
export interface ServerProcess {
  readonly url: string
  times(): Promise<MessageServerTimes>
  close(): Promise<void>
}

/** Starts a message server. */
export async function startServerProcess(options: MessageServerOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, [entry, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  return {
    url,
    times: async () => (await (await fetch(`${url}/times`)).json()) as MessageServerTimes,
    close: async () => {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}
