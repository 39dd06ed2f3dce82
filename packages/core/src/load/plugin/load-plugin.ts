import { isBenchpressError } from '../../base/errors/benchpress-error.ts'
import { importModule } from '../user/import-module.ts'
import { findPluginProblems, type PluginProblem } from './check-plugin.ts'
import type { Plugin } from './plugin.ts'
import type { StandardSchemaV1 } from '@standard-schema/spec'

/** A plugin, or why there is none. */
export type PluginFound = { readonly plugin: Plugin } | { readonly problems: readonly PluginProblem[] }

/** Imports the module of a plugin into this thread, and checks that it default-exports one. */
export async function loadPlugin(module: string): Promise<PluginFound> {
  let exported: unknown
  try {
    const namespace = await importModule(module, 'plugin module')
    if (!Object.hasOwn(namespace, 'default')) return { problems: [missingDefault(module, Object.keys(namespace))] }
    exported = namespace['default']
  } catch (error) {
    if (!isBenchpressError(error)) throw error
    return {
      problems: [
        { path: ['module'], message: error.message, hint: error.hint ?? (isNotFound(error.cause) ? 'is it installed?' : undefined) },
      ],
    }
  }
  const problems = findPluginProblems(exported, module)
  return problems.length === 0 ? { plugin: exported as Plugin } : { problems }
}

function missingDefault(module: string, names: readonly string[]): PluginProblem {
  const known = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`
  return { message: `the plugin module ${module} has no default export; ${known}`, hint: 'write `export default definePlugin({ ... })`' }
}

function isNotFound(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
}

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

/** Freezes plain objects and lists, and those inside them; all else stays as it is, such as a map. */
export function freezeDeeply<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (!Array.isArray(value) && !isPlain(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) freezeDeeply(inner)
  return value
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
