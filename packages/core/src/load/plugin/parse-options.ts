import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { PluginProblem } from './check-plugin.ts'
import { freezeDeeply } from './freeze-deeply.ts'
import type { Plugin } from './plugin.ts'

/** What a plugin makes of the options of its reference, read-only; or what it finds wrong with them. */
export type ParsedOptions = { readonly options: unknown } | { readonly problems: readonly PluginProblem[] }

/** Has a plugin check and complete its options. They are a copy: the plugin may change them meanwhile. */
export async function parseOptions({ name, options: schema }: Plugin, raw: unknown): Promise<ParsedOptions> {
  try {
    const result = await schema['~standard'].validate(structuredClone(raw))
    if (result.issues === undefined) return { options: freezeDeeply(result.value) }
    return { problems: result.issues.map((issue) => ({ path: ['options', ...pathOf(issue)], message: issue.message })) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problems: [{ path: ['options'], message: `could not be checked by plugin ${name}: ${reason}` }] }
  }
}

function pathOf({ path = [] }: StandardSchemaV1.Issue): readonly (string | number)[] {
  return path.map((part) => {
    const key = typeof part === 'object' ? part.key : part
    return typeof key === 'symbol' ? String(key) : key
  })
}
