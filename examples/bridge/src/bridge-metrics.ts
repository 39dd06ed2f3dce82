import { Counter, Gauge, Histogram, Registry, Summary } from 'prom-client'

const percentiles = [0.5, 0.9, 0.95, 0.99, 0.999]

/** The values that `GET /metrics` reads, and the bridge whose names are used. */
export interface MetricSources {
  readonly language: 'go' | 'rust'
  readonly connections: () => number
  readonly ids: () => number
}

/** A request with its response. */
export interface CountedRequest {
  readonly method: string
  readonly host: string
  readonly path: string
  readonly status: number
  readonly seconds: number
}

/** A function that takes a number, such as that of a counter or a summary. */
type Take = (value: number) => void

/** The metrics of a bridge, by the names of the Rust bridge or of the Go bridge. */
export class BridgeMetrics {
  readonly registry: Registry = new Registry()
  readonly countRequest: (request: CountedRequest) => void
  readonly messagesAccepted: Take
  readonly messagesSent: Take
  readonly idsPerConnection: Take
  readonly sessionDuration: Take

  constructor({ language, connections, ids }: MetricSources) {
    const isGo = language === 'go'
    this.countRequest = isGo ? this.#countAsGo() : this.#countAsRust()
    this.messagesAccepted = this.#counter(isGo ? 'number_of_transfered_messages' : 'messages_accepted_total', 'Accepted messages.')
    this.messagesSent = this.#counter(
      isGo ? 'number_of_delivered_messages' : 'messages_sent_to_clients_total',
      'Messages written to streams, again or for the first time.',
    )
    this.idsPerConnection = isGo
      ? this.#histogram('number_of_client_ids_per_connection', 'Ids of a subscription.')
      : this.#summary('client_ids_per_connection', 'Ids of a subscription.')
    this.sessionDuration = this.#summary('sse_session_duration_seconds', 'Life of a stream.')
    this.#counter('invalid_stream_events_total', 'Entries of the stream in Redis that could not be read.')
    // The spelling of the Go bridge.
    this.#gauge(isGo ? 'number_of_acitve_connections' : 'active_connections_number', 'Open streams.', connections)
    this.#gauge(isGo ? 'number_of_active_subscriptions' : 'active_tracked_client_ids', 'Ids that a stream waits for.', ids)
  }

  #countAsRust(): BridgeMetrics['countRequest'] {
    const labelNames = ['method', 'path', 'status'] as const
    const registers = [this.registry]
    const requests = new Counter({ name: 'http_requests_total', help: responses, labelNames, registers })
    const durations = new Summary({ name: 'http_requests_duration_seconds', help: untilResponse, labelNames, percentiles, registers })
    return ({ method, path, status, seconds }) => {
      const labels = { method, path, status: String(status) }
      requests.inc(labels)
      durations.observe(labels, seconds)
    }
  }

  #countAsGo(): BridgeMetrics['countRequest'] {
    const labelNames = ['code', 'host', 'method', 'url'] as const
    const registers = [this.registry]
    const requests = new Counter({ name: 'http_requests_total', help: responses, labelNames, registers })
    const durations = new Histogram({ name: 'http_request_duration_seconds', help: untilResponse, registers })
    const refuse = this.#counter('number_of_bad_requests', 'Requests that were refused.')
    return ({ method, host, path, status, seconds }) => {
      requests.inc({ code: String(status), host, method, url: path })
      durations.observe(seconds)
      if (status === 400) refuse(1)
    }
  }

  #counter(name: string, help: string): Take {
    const counter = new Counter({ name, help, registers: [this.registry] })
    return (value) => counter.inc(value)
  }

  #summary(name: string, help: string): Take {
    const summary = new Summary({ name, help, percentiles, registers: [this.registry] })
    return (value) => summary.observe(value)
  }

  #histogram(name: string, help: string): Take {
    const histogram = new Histogram({ name, help, buckets: [1, 2, 3, 4, 5, 10, 20, 30, 40, 50, 100], registers: [this.registry] })
    return (value) => histogram.observe(value)
  }

  #gauge(name: string, help: string, read: () => number): void {
    // Read on each request for metrics.
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read())
      },
    })
  }
}

const responses = 'Requests with a response; a stream when its head is sent.'
const untilResponse = 'From a request to its response; of a stream, to its head.'
