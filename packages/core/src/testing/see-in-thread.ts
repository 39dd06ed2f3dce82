import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PluginReference } from '../load/plugin/plugin.ts'
import type { SeenInThread } from './load-plugin-entry.ts'

// tsc rewrites the extension of imports, not that of URLs: source starts source, and dist starts dist.
const entry = new URL(`./load-plugin-entry${extname(import.meta.url)}`, import.meta.url)

/** Loads a plugin in a worker thread of its own, and says what it found there. */
export async function seeInThread(reference: PluginReference): Promise<SeenInThread> {
  const worker = new Worker(entry, { workerData: reference, name: 'benchpress conformance' })
  try {
    const [seen] = (await once(worker, 'message')) as [SeenInThread]
    return seen
  } catch (error) {
    // What a module throws in a thread ends the thread.
    return { problems: [error instanceof Error ? error.message : String(error)] }
  } finally {
    await worker.terminate()
  }
}
