import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A part of a bare load: that of one thread. */
export interface Part {
  readonly worker: number
  readonly workers: number
}

/**
 * One thread's part of a bare load, exported by a module as `load`: gives the times it measured.
 *
 * @param ready to be called when all connections are open; gives the instant to begin at, of the thread's own `performance.now()`
 */
export type BareLoad<Options> = (options: Options, part: Part, ready: () => Promise<number>) => Promise<readonly number[]>

const entry = new URL('bare-thread-entry.ts', import.meta.url)

/** Runs a bare load as ours runs: in a number of new threads that begin at one instant, or in this one. Gives the times of all. */
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
