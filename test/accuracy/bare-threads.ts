import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The part of one thread in a bare load. */
export interface Part {
  readonly worker: number
  readonly workers: number
}

/**
 * Runs one thread's part of a bare load, and resolves with its times; exported by a module as `load`.
 *
 * @param ready to be called when all connections are open; resolves with the instant to begin at, on the thread's own `performance.now()`
 */
export type BareLoad<Options> = (options: Options, part: Part, ready: () => Promise<number>) => Promise<readonly number[]>

const entry = new URL('bare-thread-entry.ts', import.meta.url)

/** Runs a bare load like a test: in new threads that begin at one instant, or in this one. Resolves with the times of all threads. */
export async function runBare(module: string, options: unknown, workers: number): Promise<readonly number[]> {
  if (workers === 0) {
    const { load } = (await import(module)) as { readonly load: BareLoad<unknown> }
    return await load(options, { worker: 0, workers: 1 }, async () => performance.now())
  }
  const threads = Array.from({ length: workers }, (_, worker) => {
    const part: Part = { worker, workers }
    // The same limits as those of a load thread.
    return new Worker(entry, { workerData: { module, options, part }, resourceLimits: { maxYoungGenerationSizeMb: 4 } })
  })
  await Promise.all(threads.map(async (thread) => await once(thread, 'message')))
  const ended = threads.map(async (thread) => ((await once(thread, 'message')) as [readonly number[]])[0])
  const begin = performance.timeOrigin + performance.now() + 10
  for (const thread of threads) thread.postMessage(begin)
  const times = (await Promise.all(ended)).flat()
  await Promise.all(threads.map(async (thread) => await thread.terminate()))
  return times
}
