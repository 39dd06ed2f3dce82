import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { Behaviour, Truth } from './behaviour.ts'

/** A server of known behaviour in a thread of its own, so that it never waits for the load. */
export interface KnownServer {
  readonly url: string
  truth(): Promise<Truth>
  close(): Promise<void>
}

export async function startKnownServer(behaviour: Behaviour): Promise<KnownServer> {
  const worker = new Worker(new URL('known-server-entry.ts', import.meta.url), { workerData: behaviour })
  const [address] = (await once(worker, 'message')) as [AddressInfo]
  return {
    url: `http://127.0.0.1:${address.port}`,
    truth: async () => {
      worker.postMessage('truth')
      const [truth] = (await once(worker, 'message')) as [Truth]
      return truth
    },
    close: async () => void (await worker.terminate()),
  }
}
