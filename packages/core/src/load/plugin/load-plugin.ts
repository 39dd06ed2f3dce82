import { codeOf, isBenchpressError, messageOf } from '../../base/errors/benchpress-error.ts'
import { importModule, listExports } from '../user/import-module.ts'
import type { Plugin } from './define-plugin.ts'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { nameHint } from '../../base/errors/closest-name.ts'
import type { UserMembers } from '../user/journey.ts'
import { pluginNamePattern } from '../user/user-clients.ts'

/** A problem of a plugin, or of its reference. */
export interface PluginProblem {
  readonly message: string
  readonly hint?: string | undefined
  /** Path of the problem in the reference; the reference itself when left out. */
  readonly path?: readonly (string | number)[]
}

/** A plugin, or why there is none. */
type PluginFound = { readonly plugin: Plugin } | { readonly problems: readonly PluginProblem[] }

/** Imports the module of a plugin into this thread, and checks that it default-exports one. */
export async function loadPlugin(module: string): Promise<PluginFound> {
  let exported: unknown
  try {
    const namespace = await importModule(module, 'plugin module')
    if (!Object.hasOwn(namespace, 'default')) return { problems: [missingDefault(module, namespace)] }
    exported = namespace['default']
  } catch (error) {
    if (!isBenchpressError(error)) throw error
    const hint = error.hint ?? (codeOf(error.cause) === 'ERR_MODULE_NOT_FOUND' ? 'is it installed?' : undefined)
    return { problems: [{ path: ['module'], message: error.message, hint }] }
  }
  const problems = findPluginProblems(exported, module)
  return problems.length === 0 ? { plugin: exported as Plugin } : { problems }
}

function missingDefault(module: string, namespace: object): PluginProblem {
  const message = `the plugin module ${module} has no default export; ${listExports(namespace)}`
  return { message, hint: 'write `export default definePlugin({ ... })`' }
}

/** The options of a reference as parsed by the plugin, read-only, or their problems. */
type ParsedOptions = { readonly options: unknown } | { readonly problems: readonly PluginProblem[] }

/** Parses the options of a plugin by its schema. The schema gets a copy, which it may change. */
export async function parseOptions({ name, options: schema }: Plugin, raw: unknown): Promise<ParsedOptions> {
  try {
    const result = await schema['~standard'].validate(structuredClone(raw))
    if (result.issues === undefined) return { options: freezeDeeply(result.value) }
    return { problems: result.issues.map((issue) => ({ path: ['options', ...pathOf(issue)], message: issue.message })) }
  } catch (error) {
    const reason = messageOf(error)
    return { problems: [{ path: ['options'], message: `could not be checked by plugin ${name}: ${reason}` }] }
  }
}

function pathOf({ path = [] }: StandardSchemaV1.Issue): readonly (string | number)[] {
  return path.map((part) => {
    const key = typeof part === 'object' ? part.key : part
    return typeof key === 'symbol' ? String(key) : key
  })
}

/** Freezes plain objects and lists recursively; other values, such as maps, stay unchanged. */
export function freezeDeeply<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (!Array.isArray(value) && !isPlain(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) freezeDeeply(inner)
  return value
}

/** Whether an object has no class: in every realm, the prototype of plain objects has no prototype itself. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null)
}

const members = {
  user: true,
  id: true,
  iteration: true,
  shared: true,
  state: true,
  random: true,
  signal: true,
  env: true,
  http: true,
  metrics: true,
  check: true,
  think: true,
  sleepUntil: true,
  group: true,
} satisfies Record<keyof UserMembers | 'user', true>

const aFunction = { kind: 'a function', is: (value: unknown) => typeof value === 'function' }
const parts: Readonly<Record<keyof Plugin, { readonly kind: string; readonly is: (value: unknown) => boolean }>> = {
  name: { kind: 'a string', is: (value) => typeof value === 'string' },
  options: {
    kind: 'a schema that follows Standard Schema, as those of zod do',
    is: (value) => typeof (value as Partial<Plugin['options']> | undefined)?.['~standard']?.validate === 'function',
  },
  metrics: {
    kind: 'an object with a definition for each metric, which may be empty',
    is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
  setup: aFunction,
  createClient: aFunction,
  teardown: aFunction,
}

// Awaiting an object calls its `then`.
const everyObjectHas = new Set(['constructor', 'then'])
const optional: ReadonlySet<string> = new Set(['setup', 'teardown'] satisfies (keyof Plugin)[])

/**
 * Finds the problems of a plugin that a module exports; empty for a valid one.
 *
 * @param module the URL of the module, for messages
 */
export function findPluginProblems(exported: unknown, module: string): readonly PluginProblem[] {
  const what = `the default export of the plugin module ${module}`
  if (typeof exported !== 'object' || exported === null) {
    const kind = exported === null ? 'null' : `a ${typeof exported}`
    return [{ message: `${what} is no plugin, but ${kind}`, hint: 'write `export default definePlugin({ ... })`' }]
  }
  const plugin = exported as Readonly<Record<string, unknown>>
  const names = Object.keys(parts) as (keyof Plugin)[]
  const wrong = names.flatMap((name) => findWrong(name, plugin[name]) ?? [])
  const unknown = Object.keys(plugin).filter((name) => !Object.hasOwn(parts, name))
  return [
    ...(wrong.length === 0 ? [] : [{ message: `${what} is no plugin: ${wrong.join('; ')}` }]),
    ...unknown.map((name) => ({ message: `${what} has an unknown member "${name}"`, hint: nameHint(name, names) })),
    ...(typeof plugin['name'] === 'string' ? findNameProblems(plugin['name'], module) : []),
  ]
}

function findNameProblems(name: string, module: string): readonly PluginProblem[] {
  if (!pluginNamePattern.test(name)) {
    const message = `the plugin module ${module} names its plugin ${JSON.stringify(name)}`
    return [{ message, hint: 'a name is made of lower-case letters and digits, a letter first' }]
  }
  if (!Object.hasOwn(members, name) && !everyObjectHas.has(name)) return []
  return [{ message: `the plugin module ${module} names its plugin "${name}"`, hint: `every user has user.${name}; choose another name` }]
}

function findWrong(name: keyof Plugin, value: unknown): string | undefined {
  const { kind, is } = parts[name]
  if (value === undefined) return optional.has(name) ? undefined : `${name} is missing, which must be ${kind}`
  return is(value) ? undefined : `${name} must be ${kind}`
}
