import { z } from 'zod'
import { builtInMetrics } from '../../model/metrics/metric-definition.ts'
import { parseThreshold } from '../../result/threshold/parse-threshold.ts'
import type { Threshold } from '../../result/threshold/threshold.ts'
import type { ThresholdConfig } from '../threshold-config.ts'
import { checkTogether, type FieldsProblem } from './check-together.ts'
import type { ConfigContext } from './config-context.ts'
import { durationSchema } from './duration-schema.ts'
import { strictObject } from './strict-object.ts'
import { conditionsIn, type ThresholdCondition } from './threshold-conditions.ts'

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
  // What is wrong with a metric is wrong for each of its conditions, and said once.
  return problems.filter(
    ({ path, message }, index) => problems.findIndex((other) => other.path[0] === path[0] && other.message === message) === index,
  )
}

// A metric with a mistake, or one that a plugin may have that could not be loaded.
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

// Nothing is said of plugins where one of them could not be loaded, and its name is not known.
function namesOf(plugins: ConfigContext['plugins']): readonly string[] | undefined {
  const names = plugins.flatMap((loading) => ('problems' in loading ? [] : [loading.plugin.name]))
  return names.length === plugins.length ? names : undefined
}
