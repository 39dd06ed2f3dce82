import { InvalidFlagError, type Sweep, type ThresholdConditions } from '@benchpress/core/preset'

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
