import { z } from 'zod'
import type { PluginProblem } from '../load/plugin/load-plugin.ts'
import type { PluginLoading } from '../load/plugin/resolve-plugins.ts'
import type { PluginReference } from '../load/plugin/plugin.ts'
import type { ResolvedPlugin } from './resolved-config.ts'
import { showValue } from '../base/redact/redact-text.ts'
import type { ConfigContext } from './config-context.ts'
import { cloneableSchema } from './fields/file-schema.ts'
import { findMetricProblems } from './metrics-schema.ts'
import { strictObject } from './fields/object-schema.ts'

const asReference = "give what the plugin's function returns, such as sse()"

const referenceSchema = z
  .unknown()
  .superRefine((value, context) => {
    const isPlugin = typeof value === 'object' && value !== null && 'createClient' in value
    if (typeof value !== 'function' && !isPlugin) return
    const message = `must be a reference to a plugin (was ${isPlugin ? 'the plugin itself' : showValue(value)})`
    context.addIssue({ code: 'custom', message, params: { hint: asReference }, continue: false })
  })
  .pipe(strictObject({ module: z.string().min(1), options: cloneableSchema.optional() } satisfies Record<keyof PluginReference, z.ZodType>))

/** The plugins of a test: what was found when they were loaded is reported with what is wrong with their references. */
export function pluginsSchema({ plugins, ownMetrics }: ConfigContext): z.ZodType<readonly ResolvedPlugin[]> {
  return z
    .array(referenceSchema)
    .check(
      z.superRefine(
        (_, context) => {
          for (const [index, loading] of plugins.entries()) {
            const problems =
              'problems' in loading ? loading.problems : [...findTwins(plugins, index), ...findMetricProblems(loading, ownMetrics)]
            for (const { message, hint, path = [] } of problems)
              context.addIssue({ code: 'custom', message, path: [index, ...path], params: { hint } })
          }
        },
        { when: ({ value }) => Array.isArray(value) },
      ),
    )
    .transform((references, context) => {
      return references.flatMap(({ options }, index): ResolvedPlugin[] => {
        const loading = plugins[index]
        if (loading !== undefined && !('problems' in loading)) return [{ ...loading, rawOptions: options }]
        context.addIssue({ code: 'custom', message: 'was not loaded', path: [index] })
        return []
      })
    })
}

function findTwins(plugins: readonly PluginLoading[], index: number): readonly PluginProblem[] {
  const loading = plugins[index]
  if (loading === undefined || 'problems' in loading) return []
  const { name } = loading.plugin
  const first = plugins.findIndex((other) => !('problems' in other) && other.plugin.name === name)
  if (first === index) return []
  return [
    {
      message: `is a second plugin named "${name}", as plugins[${first}] is`,
      hint: 'a user has one client by each name: leave one of them out',
    },
  ]
}
