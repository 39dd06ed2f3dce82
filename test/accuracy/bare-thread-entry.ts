import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { BareLoad, Part } from './bare-threads.ts'

const port = parentPort
if (port === null) throw new Error('runs in a worker thread only')

// One thread of a bare load: it reports that it is ready, receives an instant of the clock that all threads share, and sends its times.
const { module, options, part } = workerData as { readonly module: string; readonly options: unknown; readonly part: Part }
const { load } = (await import(module)) as { readonly load: BareLoad<unknown> }
const times = await load(options, part, async () => {
  port.postMessage('ready')
  const [begin] = (await once(port, 'message')) as [number]
  return begin - performance.timeOrigin
})
port.postMessage(times)
