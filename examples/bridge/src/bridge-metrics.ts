import { Counter, Gauge, Registry, Summary } from 'prom-client'

const percentiles = [0.5, 0.9, 0.95, 0.99, 0.999]
const requestLabels = ['method', 'path', 'status'] as const

/** What is read when somebody asks for the metrics. */
export interface MetricSources {
  readonly connections: () => number
  readonly ids: () => number
}

/** The metrics of the bridge in Rust, by its names, and the messages it accepted, which it only counts as requests. */
export class BridgeMetrics {
  readonly registry: Registry = new Registry()
  readonly requests: Counter<'method' | 'path' | 'status'>
  readonly requestDuration: Summary<'method' | 'path' | 'status'>
  readonly messagesAccepted: Counter
  readonly messagesSent: Counter
  readonly idsPerConnection: Summary
  readonly sessionDuration: Summary
  readonly invalidStreamEvents: Counter

  constructor(sources: MetricSources) {
    const registers = [this.registry]
    this.requests = new Counter({
      name: 'http_requests_total',
      help: 'Requests that were answered; a stream when its head is sent.',
      labelNames: requestLabels,
      registers,
    })
    this.requestDuration = new Summary({
      name: 'http_requests_duration_seconds',
      help: 'From a request to its answer; of a stream, to its head.',
      labelNames: requestLabels,
      percentiles,
      registers,
    })
    this.messagesAccepted = new Counter({ name: 'messages_accepted_total', help: 'Messages that were answered with 200.', registers })
    this.messagesSent = new Counter({
      name: 'messages_sent_to_clients_total',
      help: 'Messages written to streams, again or for the first time.',
      registers,
    })
    this.idsPerConnection = new Summary({ name: 'client_ids_per_connection', help: 'Ids of a subscription.', percentiles, registers })
    this.sessionDuration = new Summary({ name: 'sse_session_duration_seconds', help: 'Life of a stream.', percentiles, registers })
    this.invalidStreamEvents = new Counter({
      name: 'invalid_stream_events_total',
      help: 'Entries of the stream in Redis that could not be read.',
      registers,
    })
    addGauge(this.registry, { name: 'active_connections_number', help: 'Open streams.', read: sources.connections })
    addGauge(this.registry, { name: 'active_tracked_client_ids', help: 'Ids that a stream waits for.', read: sources.ids })
  }
}

interface ReadMetric {
  readonly name: string
  readonly help: string
  readonly read: () => number
}

function addGauge(registry: Registry, { name, help, read }: ReadMetric): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}
