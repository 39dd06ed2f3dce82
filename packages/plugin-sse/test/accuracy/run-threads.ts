import { run, type MetricSummary, type Result, type TimeSummary } from '@benchpress/core'
import { sse } from '../../src/index.ts'
import type { MessageServerOptions, MessageServerTimes } from '../servers/message-server-options.ts'
import type { TellOthersOptions } from './cross-thread.ts'
import { startServerProcess } from './server-process.ts'

const journeys = import.meta.resolve('./cross-thread.ts')
const workers = 2

/** A load from thread to thread. */
export interface ThreadLoad {
  readonly server: MessageServerOptions
  readonly subscribersOfEach: number
  /** Messages a second of both together. */
  readonly rate: number
}

/** What both sides saw of it. */
export interface ThreadMeasurement {
  readonly result: Result
  readonly times: MessageServerTimes
}

/** Has two load threads send messages to each other for three seconds behind a warm-up, over a server in a process of its own. */
export async function runThreads({ server: options, subscribersOfEach, rate }: ThreadLoad): Promise<ThreadMeasurement> {
  const server = await startServerProcess(options)
  try {
    const users = workers * subscribersOfEach
    const telling: TellOthersOptions = { subscribers: users }
    const result = await run({
      target: server.url,
      workers,
      seed: 1,
      plugins: [sse()],
      scenarios: {
        subscribers: {
          journey: { module: journeys, export: 'hearThread', options: {} },
          workload: { users, warmup: '1s', duration: '3500ms', gracefulStop: '100ms' },
        },
        publishers: {
          journey: { module: journeys, export: 'tellOthers', options: telling },
          workload: { rate, warmup: '1s', duration: '3s', reuseUsers: true },
        },
      },
    })
    return { result, times: await server.times() }
  } finally {
    await server.close()
  }
}

/** The values of a metric that is a trend. */
export function timesOf(metric: MetricSummary | undefined): TimeSummary {
  if (metric?.type !== 'trend') throw new Error('no trend')
  return metric.values
}
