import { durationSchema, type Duration } from './fields/quantity-schema.ts'
import { z } from 'zod'
import { fieldsOf } from './unchecked.ts'
import { builtInMetrics } from '../result/threshold/built-in-metrics.ts'
import { parseThreshold } from '../result/threshold/parse-threshold.ts'
import type { Threshold } from '../result/threshold/threshold.ts'
import { checkTogether, strictObject, type FieldsProblem } from './fields/object-schema.ts'
import type { ConfigContext } from './config-context.ts'

/** A condition such as `p99 < 200ms`, with or without options. */
export type ThresholdConfig =
  | string
  | {
      readonly threshold: string
      /** Ends the test as soon as the condition fails. Default false. */
      readonly abortOnFail?: boolean
      /** Time from the start of the run phase to the first check of the condition. Default `5s`. */
      readonly after?: Duration
    }

const thresholdObject = strictObject({
  threshold: z.string(),
  abortOnFail: z.boolean().optional(),
  after: durationSchema.optional(),
} satisfies Record<keyof Exclude<ThresholdConfig, string>, z.ZodType>)

const thresholdSchema = z.union([z.string(), thresholdObject], { error: 'must be a condition such as "p99 < 200ms", or { threshold }' })

const thresholdsOfMetric = z.union([z.string(), thresholdObject, z.array(thresholdSchema).min(1)], {
  error: 'must be a condition such as "p99 < 200ms", { threshold } or a list of them',
})

/** The thresholds of a test. */
export function thresholdsSchema(context: ConfigContext): z.ZodType<readonly Threshold[]> {
  return z
    .record(z.string(), thresholdsOfMetric)
    .check(checkTogether((thresholds) => findProblems(conditionsIn(thresholds), context)))
    .transform((thresholds) =>
      conditionsIn(thresholds).flatMap((condition) => {
        const parsed = parse(condition, context)
        return 'threshold' in parsed ? [parsed.threshold] : []
      }),
    )
}

function findProblems(conditions: readonly ThresholdCondition[], context: ConfigContext): readonly FieldsProblem[] {
  const problems = conditions.flatMap(({ path, ...condition }) => {
    const parsed = parse(condition, context)
    return 'problem' in parsed && !isBroken(condition.selector, context) ? [{ path, message: parsed.problem, hint: parsed.hint }] : []
  })
  // A problem of a metric is reported once, and not for each of its conditions.
  return problems.filter(
    ({ path, message }, index) => problems.findIndex((other) => other.path[0] === path[0] && other.message === message) === index,
  )
}

// An invalid metric, or a metric that may belong to a plugin that could not be loaded.
function isBroken(selector: string, { brokenMetrics, metrics, plugins }: ConfigContext): boolean {
  const name = selector.split('{')[0]?.trim() ?? ''
  if (brokenMetrics.includes(name)) return true
  return plugins.some((loading) => 'problems' in loading) && !Object.hasOwn({ ...builtInMetrics, ...metrics }, name)
}

function parse(
  { selector, condition, abortOnFail, after }: Omit<ThresholdCondition, 'path'>,
  context: ConfigContext,
): ReturnType<typeof parseThreshold> {
  return parseThreshold(selector, condition, { abortOnFail, after }, { ...context, plugins: namesOf(context.plugins) })
}

// Plugins are not checked when one of them could not be loaded, because its name is unknown.
function namesOf(plugins: ConfigContext['plugins']): readonly string[] | undefined {
  const names = plugins.flatMap((loading) => ('problems' in loading ? [] : [loading.plugin.name]))
  return names.length === plugins.length ? names : undefined
}

type Path = readonly (string | number)[]

const afterByDefault = 5e6

interface ThresholdCondition extends Pick<Threshold, 'selector' | 'condition' | 'abortOnFail' | 'after'> {
  readonly path: Path
}

/** Reads the conditions from unchecked thresholds of a test, by metric; other values are left out. */
function conditionsIn(thresholds: Readonly<Record<string, unknown>>): readonly ThresholdCondition[] {
  return Object.entries(thresholds).flatMap(([selector, given]) => {
    const items: readonly { readonly item: unknown; readonly path: Path }[] = Array.isArray(given)
      ? given.map((item: unknown, index) => ({ item, path: [selector, index] }))
      : [{ item: given, path: [selector] }]
    return items.flatMap(({ item, path }) => readCondition(item).map((read) => ({ ...read, selector, path: [...path, ...read.path] })))
  })
}

function readCondition(item: unknown): readonly Omit<ThresholdCondition, 'selector'>[] {
  if (typeof item === 'string') return [{ condition: item, abortOnFail: false, after: afterByDefault, path: [] }]
  const { threshold, abortOnFail, after } = fieldsOf(item)
  if (typeof threshold !== 'string') return []
  return [
    {
      condition: threshold,
      abortOnFail: abortOnFail === true,
      after: typeof after === 'number' ? after : afterByDefault,
      path: ['threshold'],
    },
  ]
}
