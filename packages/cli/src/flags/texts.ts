import { resolve } from 'node:path'
import { isNamedUrl, splitUrls, type Settings, type Sweep } from '@benchpress/core/preset'
import { completeUrl, InvalidFlagError, readNumber, readTextFile, type FlagContext } from './flag.ts'

/**
 * Reads a form given as JSON, or as the path of a JSON file.
 *
 * @throws InvalidFlagError when it cannot be read or is no object
 */
export function parseForm(text: string, context: FlagContext): NonNullable<Settings['form']> {
  const isInline = text.trimStart().startsWith('{')
  const form = parseJson(isInline ? text : readTextFile(text, context))
  if (typeof form !== 'object' || form === null || Array.isArray(form))
    // The values of a form are never shown, because they can be secrets.
    throw new InvalidFlagError('must be a JSON object of fields, or the path of a file with one', { shown: isInline ? '' : text })
  // The config that is used with the flags may be in another folder.
  const placed = Object.entries(form).map(([name, field]: [string, { readonly path?: unknown } | null]) => {
    const path = field?.path
    return [name, typeof path === 'string' ? { ...field, path: resolve(context.cwd, path) } : field]
  })
  return Object.fromEntries(placed) as NonNullable<Settings['form']>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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

/**
 * Reads statuses such as `200-299,404`.
 *
 * @throws InvalidFlagError for anything else
 */
export function parseStatuses(texts: readonly string[]): readonly number[] {
  return texts.flatMap((text) => text.split(',')).flatMap(parseRange)
}

function parseRange(text: string): readonly number[] {
  const [, first = '', last = first] = /^\s*(\d{3})(?:\s*-\s*(\d{3}))?\s*$/.exec(text) ?? []
  const count = Number(last) - Number(first) + 1
  if (Number(first) < 100 || Number(last) > 599 || count < 1)
    throw new InvalidFlagError('must be a status of 100 to 599, or a range of them such as 200-299')
  return Array.from({ length: count }, (_, index) => Number(first) + index)
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
  // Values that are not numbers, such as 500/s or 30s, are parsed with the config.
  return { parameter, values: values.map((value) => readNumber(value, /^k?$/)) }
}

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
export function parseThresholds(texts: readonly string[]): NonNullable<Settings['thresholds']> {
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

/**
 * Reads URLs of a target, of which the last one counts, or all where each has the name of a variant.
 *
 * @throws InvalidFlagError where only some have a name, or two the same
 */
export function parseUrls(texts: readonly string[]): string {
  const all = texts.flatMap((text) => (isNamedUrl(text) ? text.split(/\s+/) : [text]))
  if (!all.some(isNamedUrl)) return completeUrls(all.at(-1) ?? '')
  const names = all.map((text) => /^[\w-]+=/.exec(text)?.[0])
  if (names.includes(undefined) || new Set(names).size < names.length)
    throw new InvalidFlagError('must have another name before each URL, such as one=http://localhost:3000 and many=http://localhost:3001')
  return all.map((text, index) => `${names[index]}${completeUrls(text.slice(names[index]?.length))}`).join(' ')
}

function completeUrls(text: string): string {
  return splitUrls(text)
    .map((url) => completeUrl(url))
    .join(',')
}
