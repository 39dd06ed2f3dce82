import type { BridgeCounts } from './bridge-counts.ts'
import { BridgeMetrics } from './bridge-metrics.ts'
import { protocolOf, type BridgeOptions } from './bridge-options.ts'
import { Bridge } from './bridge.ts'
import { Heartbeats } from './heartbeats.ts'
import { listen, type ListeningServer } from './http-server.ts'
import { MemoryStore } from './memory-store.ts'
import { createMetricsRoute, createRoutes } from './routes.ts'
import { Subscriptions } from './subscriptions.ts'

/** A bridge that runs in this process. */
export interface RunningBridge {
  /** URL without the base path. */
  readonly url: string
  readonly metricsUrl: string
  /** The current counts. */
  readonly counts: Readonly<BridgeCounts>
  /** Closes the bridge with all its streams. */
  close(): Promise<void>
}

/**
 * Starts a bridge in this process.
 *
 * @throws Error when the bridge cannot listen
 */
export async function startBridge(options: BridgeOptions = {}): Promise<RunningBridge> {
  const protocol = protocolOf(options)
  const counts: BridgeCounts = { posted: 0, accepted: 0, delivered: 0 }
  const heartbeats = new Heartbeats({
    interval: options.heartbeatInterval === undefined ? protocol.heartbeatInterval : options.heartbeatInterval * 1000,
    afterSilence: protocol.heartbeatAfterSilence,
  })
  const metrics: BridgeMetrics = new BridgeMetrics({
    language: protocol.language,
    connections: () => bridge.connections,
    ids: () => subscriptions.ids,
  })
  const subscriptions = new Subscriptions(protocol.replacesSubscriptions, (stream) => {
    counts.delivered++
    metrics.messagesSent(1)
    heartbeats.noteEvent(stream)
  })
  const store = new MemoryStore(
    {
      formatId: (position) => protocol.formatId(position),
      inboxLimit: options.inboxLimit ?? 1000,
      maxTtl: protocol.ttl.maxTtl * 1000,
      now: options.now ?? Date.now,
    },
    subscriptions,
  )
  const bodyLimit = options.bodyLimit ?? 2 * 1024 * 1024
  const bridge = new Bridge({ protocol, store, subscriptions, heartbeats, metrics, counts, bodyLimit })
  const closables: { close(): Promise<void> }[] = [store]
  const close = async (): Promise<void> => {
    heartbeats.stop()
    await Promise.all(closables.map((closable) => closable.close()))
  }
  try {
    const { host, basePath = '', metricsPort } = options
    const servesMetrics = metricsPort === undefined
    const server = await listen(
      createRoutes({ bridge, metrics, basePath, servesMetrics, headers: protocol.headers }),
      options.port ?? 0,
      host,
    )
    closables.push(server)
    const metricsServer = servesMetrics ? server : await listen(createMetricsRoute(metrics), metricsPort, host)
    if (!servesMetrics) closables.push(metricsServer)
    return { url: urlOf(server, host), metricsUrl: `${urlOf(metricsServer, host)}/metrics`, counts, close }
  } catch (error) {
    await close()
    throw error
  }
}

function urlOf({ port }: ListeningServer, host = 'localhost'): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
