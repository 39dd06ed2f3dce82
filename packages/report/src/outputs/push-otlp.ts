import type { SuiteResult } from '@benchpress/core'
import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics'
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
  const { diag, DiagLogLevel, OTLPMetricExporter } = openTelemetry
  let partial: PartialSuccess = {}
  const ignore = (): void => undefined
  // The exporter passes what a collector says of metrics that it accepted only to the logger of its process.
  const warn = (_message: string, said: unknown): void => {
    partial = partialSuccessOf(said) ?? partial
  }
  const logger = { error: ignore, warn, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const exporter = new OTLPMetricExporter({ url: metricsUrl(url) })
  const metrics = resourceMetrics(suite, openTelemetry)
  const sent = Promise.withResolvers<Error | undefined>()
  try {
    exporter.export(metrics, ({ error }) => sent.resolve(error))
    const error = await sent.promise
    if (error !== undefined) throw new Error(whyNotSent(error))
  } finally {
    await exporter.shutdown()
    diag.disable()
  }
  const { rejectedDataPoints = 0, errorMessage } = partial
  const message = typeof errorMessage === 'string' ? inOneLine(errorMessage) : ''
  const all = metrics.scopeMetrics.flatMap((scope) => scope.metrics.flatMap(({ dataPoints }): readonly unknown[] => dataPoints)).length
  if (Number(rejectedDataPoints) > 0)
    throw new Error(`it rejected ${Number(rejectedDataPoints)} of ${all} data points${message === '' ? '' : `: ${message}`}`)
  return message === '' ? undefined : message
}

interface PartialSuccess {
  /** A 64-bit count, which is a string in JSON. */
  readonly rejectedDataPoints?: unknown
  readonly errorMessage?: unknown
}

function partialSuccessOf(said: unknown): PartialSuccess | undefined {
  try {
    const value: unknown = JSON.parse(String(said))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // A warning about something else.
    return undefined
  }
}

// The exporter's error has the status of a response as its code, and the body as its data.
function whyNotSent(error: Error & { readonly code?: unknown; readonly data?: unknown }): string {
  const { code, data = '', message } = error
  // The error of several tried addresses has no message of its own.
  if (typeof code !== 'number') return message === '' ? String(code) : message
  return `it responded with ${code} ${message}${typeof data === 'string' && data !== '' ? `: ${inOneLine(data)}` : ''}`
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
