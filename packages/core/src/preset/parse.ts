import { resolve } from 'node:path'
import { fieldsOf, isObject } from '../config/unchecked.ts'
import type { FormField } from '../load/http/request-config.ts'
import { InvalidFlagError, readTextFile, type FlagContext } from './flag.ts'

/** The fields of a multipart form by their names. */
export type Form = Readonly<Record<string, FormField>>

/**
 * Parses a form given as JSON, or as the path of a JSON file.
 *
 * @throws InvalidFlagError when it cannot be read or is not an object of fields
 */
export function parseForm(text: string, context: FlagContext): Form {
  const isInline = text.trimStart().startsWith('{')
  const form = parseJson(isInline ? text : readTextFile(text, context))
  // The values of a form are never shown, because they can be secrets.
  const shown = isInline ? '' : text
  if (form === undefined) throw new InvalidFlagError('is not valid JSON', { shown })
  if (!isObject(form)) throw new InvalidFlagError('must be a JSON object of fields, or the path of a file with one', { shown })
  const fields = Object.entries(form).map(([name, field]): [string, FormField] => {
    if (!isFormField(field))
      throw new InvalidFlagError(`the field "${name}" must be { "type": "text", "value": … } or { "type": "file", "path": … }`, { shown })
    // The config that is used with the flags may be in another folder.
    return [name, field.type === 'file' ? { ...field, path: resolve(context.cwd, field.path) } : field]
  })
  return Object.fromEntries(fields)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isFormField(field: unknown): field is FormField {
  const { type, value, path } = fieldsOf(field)
  return type === 'text' ? typeof value === 'string' : type === 'file' && typeof path === 'string'
}

/**
 * Parses headers written as `Name: value` or `Name=value`. The values of a repeated name are joined, as a recipient of several lines would (RFC 9110, section
 * 5.3): those of cookies with `; `, any others with `, `.
 *
 * @throws InvalidFlagError when one has no name or no separator, or is repeated although it is no list
 */
export function parseHeaders(texts: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, readonly [string, string]>()
  for (const text of texts) {
    const match = /^\s*([^\s:=]+)\s*[:=]\s*(.*?)\s*$/s.exec(text)
    if (match === null) throw new InvalidFlagError('must be written as "Name: value" or "Name=value"', { shown: showName(text) })
    const [, name = '', value = ''] = match
    const before = headers.get(name.toLowerCase())
    if (before !== undefined && single.has(name.toLowerCase()))
      throw new InvalidFlagError('is given twice, and is no list', { shown: name })
    const separator = name.toLowerCase() === 'cookie' ? '; ' : ', '
    headers.set(name.toLowerCase(), before === undefined ? [name, value] : [before[0], `${before[1]}${separator}${value}`])
  }
  return Object.fromEntries(headers.values())
}

// The headers of requests of which Node.js, too, takes one value alone.
const single: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'user-agent',
])

// A text that is not a header name may be a value, which can be a secret.
function showName(text: string): string {
  return /^\s*([a-z][a-z-]{0,30})(?![^\s])/i.exec(text)?.[1] ?? '…'
}

/** One parameter with its values, as in `sweep` of a config. */
export interface Sweep {
  readonly parameter: string
  readonly values: readonly (number | string)[]
}

/**
 * Parses sweeps such as `users=10,20,40`, `rate=1k,2k` or `env.VALUE_SIZE=64,1024`, of which the last one counts.
 *
 * @throws InvalidFlagError when a sweep cannot be parsed, or the sweeps are over several parameters
 */
export function parseSweeps(texts: readonly string[]): Sweep {
  const sweeps = texts.map(parseSweep)
  const parameters = new Set(sweeps.map(({ parameter }) => parameter))
  const last = sweeps.at(-1)
  if (last === undefined || parameters.size > 1) throw new InvalidFlagError('must be over one parameter', { hint: 'Make a run of each.' })
  return last
}

function parseSweep(text: string): Sweep {
  const [, parameter, list] = /^\s*([\w$.:-]+)\s*=(.*)$/s.exec(text) ?? []
  const values = (list ?? '').split(',').map((value) => value.trim())
  if (parameter === undefined || values.includes(''))
    throw new InvalidFlagError('must be a parameter and its values, such as users=10,20,40')
  return { parameter, values: values.map(readValue) }
}

// Values that are not numbers, such as 500/s or 30s, are parsed with the config.
function readValue(text: string): number | string {
  const [, digits, thousands] = /^(\d+(?:\.\d+)?)(k?)$/.exec(text) ?? []
  return digits === undefined ? text : Math.round(Number(digits) * (thousands === 'k' ? 1000 : 1) * 1e6) / 1e6
}

/** Conditions by metric. */
export type ThresholdConditions = Readonly<Record<string, readonly string[]>>

// Failed requests in the notation of `--slo`.
const ofErrors = /^(?:errors?|failed|failures)(?=\s*[<>=!])/i

/**
 * Parses conditions on metrics such as `http_failed rate < 1%`; whether the metrics exist is checked with the config.
 *
 * A condition without a metric, such as `p95 < 200ms`, is on the response time; `error` stands for the rate of failed requests. A condition without an
 * aggregate, such as `checks > 99%`, is on a share.
 *
 * @throws InvalidFlagError for any other text
 */
export function parseThresholds(texts: readonly string[]): ThresholdConditions {
  const conditions: Record<string, string[]> = {}
  for (const text of texts) {
    const [metric, condition] = readThreshold(text.trim())
    ;(conditions[metric] ??= []).push(condition)
  }
  return conditions
}

function readThreshold(text: string): readonly [metric: string, condition: string] {
  if (ofErrors.test(text)) return ['requests_failed', text.replace(ofErrors, 'rate')]
  if (/^(?:p\d[\d.]*|avg|mean|med|median|min|max)\s*[<>=!]/i.test(text)) return ['response_time', text]
  // A tag may contain spaces and braces, as in the route of an endpoint.
  const [, metric, condition] = /^([\w-]+(?:\{.*\})?)\s*(?::?\s+|(?=[<>=!]))(\S.*)$/.exec(text) ?? []
  if (metric === undefined || condition === undefined)
    throw new InvalidFlagError('must be a condition, such as "p95 < 200ms", or a metric and a condition, such as "http_failed rate < 1%"')
  return [metric, /^[<>=!].*%$/.test(condition) ? `rate ${condition}` : condition]
}
