import type { MetricDefinitions } from '../measure/recorder/own-metric.ts'
import type { PluginLoading } from '../load/plugin/config-plugins.ts'
import { checkTogether } from './fields/object-schema.ts'
import { fieldsOf } from './unchecked.ts'
import { positiveDurationSchema } from './fields/quantity-schema.ts'
import { httpUrlSchema } from './fields/url-schema.ts'
import { metricSchema, metricsOf } from './metrics-schema.ts'
import { z } from 'zod'
import { isSecretName } from '../base/redact/redact-text.ts'
import { showValue } from '../base/redact/cut-text.ts'
import { shortestSecret } from '../base/redact/secrets.ts'

/** The timeout of a response unless the config has one, in microseconds. */
export const timeoutByDefault = 10e6
/** The timeout of opening a connection unless the config has one, in microseconds. */
export const connectTimeoutByDefault = 10e6

/** What the schema of one part needs to know about the rest of the config. */
export interface ConfigContext {
  /** Folder that the paths of files are relative to. */
  readonly cwd: string
  /** The number of load threads in the config; `undefined` for an invalid one, too. */
  readonly workers: number | 'auto' | undefined
  /** The timeout of a request, in microseconds; the default for an invalid one, too. */
  readonly timeout: number
  /** Each entry of `plugins` as it was loaded, or why it was not. */
  readonly plugins: readonly PluginLoading[]
  /** The valid metrics, including those of plugins. */
  readonly metrics: MetricDefinitions
  /** Names of the metrics that the config declares. */
  readonly ownMetrics: readonly string[]
  /** Names of the invalid metrics. */
  readonly brokenMetrics: readonly string[]
  /** Names of the scenarios. */
  readonly scenarios: readonly string[]
  /** Names of the journeys of all scenarios. */
  readonly journeys: readonly string[]
  /** Whether the URL of the target, or of one of its servers, has a user and a password. */
  readonly hasCredentials: boolean
}

/** Reads from an unchecked config what its parts need to know about each other, so that all parts can be checked at once. */
export function readContext(input: unknown, cwd: string, plugins: readonly PluginLoading[] = []): ConfigContext {
  const { target, workers, timeout, metrics, scenarios } = fieldsOf(input)
  const declared = Object.entries(fieldsOf(metrics)).map(([name, definition]) => ({ name, ...metricSchema.safeParse(definition) }))
  return {
    cwd,
    workers: typeof workers === 'number' || workers === 'auto' ? workers : undefined,
    timeout: positiveDurationSchema.safeParse(timeout).data ?? timeoutByDefault,
    plugins,
    metrics: Object.assign(
      Object.fromEntries(declared.flatMap(({ name, data }) => (data === undefined ? [] : [[name, data]]))),
      ...plugins.map((loading) => ('problems' in loading ? {} : metricsOf(loading))),
    ) as MetricDefinitions,
    ownMetrics: declared.map(({ name }) => name),
    brokenMetrics: declared.filter(({ success }) => !success).map(({ name }) => name),
    scenarios: Object.keys(fieldsOf(scenarios)),
    journeys: Object.entries(fieldsOf(scenarios)).flatMap(([name, scenario]) => journeysOf(name, fieldsOf(scenario))),
    hasCredentials: urlsOf(target).some(hasUser),
  }
}

// A single journey has the name of its scenario.
function journeysOf(name: string, { journey, journeys }: Readonly<Record<string, unknown>>): readonly string[] {
  return journeys === undefined ? (journey === undefined ? [] : [name]) : Object.keys(fieldsOf(journeys))
}

function urlsOf(target: unknown): readonly unknown[] {
  const { url, servers } = fieldsOf(target)
  return [target, url, ...(Array.isArray(servers) ? servers : [])]
}

function hasUser(url: unknown): boolean {
  if (typeof url !== 'string') return false
  const parsed = URL.parse(httpUrlSchema.safeParse(url).data ?? '')
  return parsed !== null && `${parsed.username}${parsed.password}` !== ''
}

/** Variables that journeys read as `env`, by name. */
export const envSchema: z.ZodType<Readonly<Record<string, string>>> = variablesSchema((name, value) => {
  if (typeof value === 'string') return undefined
  return isSecretName(name) ? 'must be a string' : `must be a string (was ${showValue(value)})`
})

/** Secrets that journeys read as `env`, by name; their values are never shown. */
export const secretsSchema: z.ZodType<Readonly<Record<string, string>>> = variablesSchema((_, value) => {
  if (typeof value !== 'string') return 'must be a string'
  return value.length < shortestSecret
    ? `must have at least ${shortestSecret} characters, or what only looks like it is redacted too`
    : undefined
})

function variablesSchema(findProblem: (name: string, value: unknown) => string | undefined): z.ZodType<Readonly<Record<string, string>>> {
  return z.record(z.string(), z.custom<string>()).check(
    checkTogether((variables) =>
      Object.entries(variables).flatMap(([name, value]) => {
        if (value === undefined) return [{ path: [name], message: 'is undefined', hint: unsetHint }]
        const message = findProblem(name, value)
        return message === undefined ? [] : [{ path: [name], message }]
      }),
    ),
  )
}

const unsetHint = `if it comes from process.env, the variable is not set; set it, or give a default with ?? 'text'`
