import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { SuiteResult } from '@benchpress/core'
import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics'
import type * as Api from '@opentelemetry/api'
import { metricFamilies, type MetricFamily, type MetricSample } from '../formats/metric-families.ts'
import { inOneLine } from '../format/texts.ts'

const packages = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
] as const

/** Loads OpenTelemetry's own exporter, which users install themselves. */
async function loadExporter() {
  const [api, exporter, resources, metrics] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-metrics'),
  ])
  return { diag: api.diag, DiagLogLevel: api.DiagLogLevel, ...exporter, ...resources, ...metrics }
}

type OpenTelemetry = Awaited<ReturnType<typeof loadExporter>>

/** Returns what to install where OpenTelemetry's exporter is missing; `undefined` where it is installed. */
export async function findMissingExporter(): Promise<string | undefined> {
  try {
    await loadExporter()
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    return `npm i -D ${packages.join(' ')}`
  }
}

/**
 * Sends the metrics of a result to a collector of OpenTelemetry, as OTLP over HTTP: those of the format `openmetrics`, with the time of the measurement.
 *
 * Sending to a collector that is down or busy is retried for the time of OpenTelemetry's own variables, by default ten seconds.
 *
 * @param url of the collector, such as `http://localhost:4318`, or the full URL of its metrics endpoint
 * @returns the message of a collector that accepted the metrics; `undefined` without one
 * @throws Error when the collector rejects some or all of the metrics
 */
export async function pushOtlp(suite: SuiteResult, url: string): Promise<string | undefined> {
  const openTelemetry = await loadExporter()
  const replies = new CollectorReplies(metricsUrl(url), openTelemetry)
  const exporter = new openTelemetry.OTLPMetricExporter({ url: metricsUrl(url) })
  const metrics = resourceMetrics(suite, openTelemetry)
  const sent = Promise.withResolvers<Error | undefined>()
  try {
    exporter.export(metrics, ({ error }) => sent.resolve(error))
    const error = await sent.promise
    if (error !== undefined) throw new Error(replies.describe(error))
  } finally {
    await exporter.shutdown()
    replies.close()
  }
  const { rejected, message } = replies.partial
  const all = metrics.scopeMetrics.flatMap((scope) => scope.metrics.flatMap(({ dataPoints }): readonly unknown[] => dataPoints)).length
  if (rejected > 0) throw new Error(`it rejected ${rejected} of ${all} data points${message === '' ? '' : `: ${message}`}`)
  return message === '' ? undefined : message
}

function metricsUrl(url: string): string {
  const { pathname } = new URL(url)
  return pathname === '/' ? new URL('/v1/metrics', url).href : url
}

function resourceMetrics(suite: SuiteResult, openTelemetry: OpenTelemetry): ResourceMetrics {
  const { environment, name } = suite
  const attributes = { 'service.name': 'benchpress', 'service.version': environment.benchpress, 'benchpress.suite': name }
  const starts = suite.tests.map(({ startedAt }) => Date.parse(startedAt))
  const ends = suite.tests.map(({ startedAt, duration }) => Date.parse(startedAt) + duration * 1000)
  const begin = Math.min(...starts, Date.parse(environment.startedAt))
  const times = { startTime: hrTime(begin), endTime: hrTime(Math.max(begin, ...ends)) }
  const metrics = metricFamilies(suite).flatMap((family) => metricsOf(family, times, openTelemetry))
  return {
    resource: openTelemetry.resourceFromAttributes(attributes),
    scopeMetrics: [{ scope: { name: 'benchpress', version: environment.benchpress }, metrics }],
  }
}

const double = 1 as MetricData['descriptor']['valueType']

type Times = Pick<MetricData['dataPoints'][number], 'startTime' | 'endTime'>

// A summary becomes gauges for its quantiles, and counters for its sum and count.
function metricsOf(family: MetricFamily, times: Times, { AggregationTemporality, DataPointType }: OpenTelemetry): readonly MetricData[] {
  const byEnding = Map.groupBy(family.samples, ([, , ending = '']) => ending)
  return Array.from(byEnding, ([ending, samples]): MetricData => {
    const isSum = ending !== ''
    const metric = {
      descriptor: {
        name: `${family.name.replace('_', '.')}${ending === '_total' ? '' : ending.replace('_', '.')}`,
        description: family.help,
        unit: ending === '_count' || family.unit === undefined ? '' : { seconds: 's', bytes: 'By' }[family.unit],
        valueType: double,
      },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPoints: samples.map(([attributes, value]: MetricSample) => ({ ...times, attributes: { ...attributes }, value })),
    }
    return isSum ? { ...metric, dataPointType: DataPointType.SUM, isMonotonic: true } : { ...metric, dataPointType: DataPointType.GAUGE }
  })
}

function hrTime(milliseconds: number): [number, number] {
  return [Math.floor(milliseconds / 1000), Math.round((milliseconds % 1000) * 1e6)]
}

type Diagnostics = Pick<typeof Api, 'diag' | 'DiagLogLevel'>

interface PartialSuccess {
  /** A 64-bit count, which is a string in JSON. */
  readonly rejectedDataPoints?: unknown
  readonly errorMessage?: unknown
}

const responded = 'http.client.response.finish'

/**
 * Records the responses of a collector, of which OpenTelemetry's exporter keeps little: the status of a response that is retried, and the message about metrics
 * that were accepted in part.
 *
 * The exporter passes that message only to the logger of its process, which this class replaces while it is open.
 */
class CollectorReplies {
  readonly #url: URL
  readonly #diagnostics: Diagnostics
  #statuses: string[] = []
  #partial: PartialSuccess = {}

  constructor(url: string, diagnostics: Diagnostics) {
    this.#url = new URL(url)
    this.#diagnostics = diagnostics
    const ignore = (): void => undefined
    const logger: Api.DiagLogger = {
      error: ignore,
      warn: (_message, ...details) => this.#read(details),
      info: ignore,
      debug: ignore,
      verbose: ignore,
    }
    diagnostics.diag.setLogger(logger, { logLevel: diagnostics.DiagLogLevel.WARN, suppressOverrideMessage: true })
    subscribe(responded, this.#onResponse)
  }

  /**
   * The number of data points that the collector rejected although it took the others, and its message; 0 and empty where it accepted everything without a
   * message.
   */
  get partial(): { readonly rejected: number; readonly message: string } {
    const { rejectedDataPoints = 0, errorMessage } = this.#partial
    return { rejected: Number(rejectedDataPoints), message: typeof errorMessage === 'string' ? inOneLine(errorMessage) : '' }
  }

  /** Why the collector did not accept the metrics: its last status, with its body where there was one, or how the connection failed. */
  describe(error: Error): string {
    const status = this.#statuses.at(-1)
    if (status !== undefined) {
      const times = this.#statuses.length === 1 ? '' : `, the last of ${this.#statuses.length} times`
      const said = 'data' in error && typeof error.data === 'string' ? inOneLine(error.data) : ''
      return `it responded with ${status}${times}${said === '' ? '' : `: ${said}`}`
    }
    // The error of several tried addresses has no message of its own.
    return error.message === '' && 'code' in error ? String(error.code) : error.message
  }

  close(): void {
    unsubscribe(responded, this.#onResponse)
    this.#diagnostics.diag.disable()
  }

  readonly #onResponse = (event: unknown): void => {
    const { request, response } = event as { readonly request: ClientRequest; readonly response: IncomingMessage }
    if (request.getHeader('host') !== this.#url.host || request.path !== `${this.#url.pathname}${this.#url.search}`) return
    this.#statuses.push(`${response.statusCode} ${response.statusMessage}`.trimEnd())
  }

  #read(details: readonly unknown[]): void {
    const [text] = details
    if (typeof text !== 'string') return
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'object' && value !== null && ('rejectedDataPoints' in value || 'errorMessage' in value)) this.#partial = value
    } catch {
      // A warning about something else.
    }
  }
}
