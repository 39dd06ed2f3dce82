import { nameHint } from '../../base/errors/closest-name.ts'
import type { UserMembers } from '../user/journey.ts'
import { pluginNamePattern } from '../user/undeclared-clients.ts'
import type { Plugin } from './plugin.ts'

/** Something wrong with a plugin, or with how it is given. */
export interface PluginProblem {
  readonly message: string
  readonly hint?: string | undefined
  /** Where, seen from its reference; the reference itself when left out. */
  readonly path?: readonly (string | number)[]
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

const parts: Readonly<Record<keyof Plugin, (value: unknown) => boolean>> = {
  name: (value) => typeof value === 'string',
  options: (value) => typeof (value as Partial<Plugin['options']> | undefined)?.['~standard']?.validate === 'function',
  metrics: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  setup: isFunction,
  createClient: isFunction,
  teardown: isFunction,
}

const kinds: Readonly<Record<keyof Plugin, string>> = {
  name: 'a string',
  options: 'a schema that follows Standard Schema, as those of zod do',
  metrics: 'an object with a definition for each metric, which may be empty',
  setup: 'a function',
  createClient: 'a function',
  teardown: 'a function',
}

// Whoever awaits an object calls its `then`.
const everyObjectHas = new Set(['constructor', 'then'])
const optional: ReadonlySet<string> = new Set(['setup', 'teardown'] satisfies (keyof Plugin)[])

/**
 * Finds what is wrong with what a module exports as a plugin; nothing for a plugin.
 *
 * @param module its URL, for the messages
 */
export function findPluginProblems(exported: unknown, module: string): readonly PluginProblem[] {
  const what = `the default export of the plugin module ${module}`
  if (typeof exported !== 'object' || exported === null) {
    const kind = exported === null ? 'null' : `a ${typeof exported}`
    return [{ message: `${what} is no plugin, but ${kind}`, hint: 'write `export default definePlugin({ ... })`' }]
  }
  const plugin = exported as Readonly<Record<string, unknown>>
  const names = Object.keys(parts) as (keyof Plugin)[]
  const wrong = names.flatMap((name) => (isRight(name, plugin[name]) ? [] : [describeWrong(name, plugin[name])]))
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

function isRight(name: keyof Plugin, value: unknown): boolean {
  return (value === undefined && optional.has(name)) || parts[name](value)
}

function describeWrong(name: keyof Plugin, value: unknown): string {
  return value === undefined ? `${name} is missing, which must be ${kinds[name]}` : `${name} must be ${kinds[name]}`
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}
