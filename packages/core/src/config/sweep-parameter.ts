import { nameHint } from '../base/errors/closest-name.ts'
import { isSecretName } from '../base/redact/redact-text.ts'
import type { Config } from './config.ts'
import type { BatchWorkloadConfig } from './workload/batch-workload.ts'
import type { ConnectionsWorkloadConfig } from './workload/connections-workload.ts'
import type { RateWorkloadConfig } from './workload/rate-workload.ts'
import type { StagesWorkloadConfig } from './workload/stages-workload.ts'
import type { UsersWorkloadConfig } from './workload/users-workload.ts'

/** Where a parameter stands in a test: the keys from the test to it. */
export type ParameterPlace = readonly string[]

/** Why a parameter cannot be swept. */
interface ParameterProblem {
  /** Where that is said, if not at the parameter. */
  readonly path?: string
  readonly message: string
  readonly hint: string
}

const ofAll = ['duration', 'warmup', 'gracefulStop'] as const

/** What a workload has, by the key that says which kind it is. */
const parametersOfKind: Readonly<Record<string, readonly string[]>> = {
  connections: ['connections', 'pipelining', 'requests', ...ofAll] satisfies (keyof ConnectionsWorkloadConfig)[],
  users: ['users', 'iterations', 'pacing', ...ofAll] satisfies (keyof UsersWorkloadConfig)[],
  rate: ['rate', 'maxUsers', 'iterations', 'arrivals', ...ofAll] satisfies (keyof RateWorkloadConfig)[],
  stages: ['maxUsers', 'pacing', 'arrivals', 'warmup', 'gracefulStop'] satisfies (keyof StagesWorkloadConfig)[],
  batch: ['batch', 'iterations', ...ofAll] satisfies (keyof BatchWorkloadConfig)[],
}

const parametersOfTest: readonly string[] = ['workers', 'timing', 'timeout', 'connectTimeout'] satisfies (keyof Config)[]

/**
 * Finds where a parameter of a test stands, which need not be a right one: by its name in each workload that has it, or by its path.
 *
 * @returns at least one place, or why there is none
 */
export function findParameter(test: Readonly<Record<string, unknown>>, parameter: string): readonly ParameterPlace[] | ParameterProblem {
  if (parameter.includes('.')) return findByPath(test, parameter)
  if (parametersOfTest.includes(parameter)) return [[parameter]]
  const workloads = Object.entries(fieldsOf(test['scenarios'])).map(([name, scenario]) => ({
    place: ['scenarios', name, 'workload'],
    has: parametersOf(fieldsOf(fieldsOf(scenario)['workload'])),
  }))
  const places = workloads.filter(({ has }) => has.includes(parameter)).map(({ place }) => [...place, parameter])
  if (places.length > 0) return places
  const known = [...new Set([...workloads.flatMap(({ has }) => has), ...parametersOfTest])]
  return { message: 'is no parameter of the workload of any scenario', hint: nameHint(parameter, known) }
}

function parametersOf(workload: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(parametersOfKind).flatMap(([kind, parameters]) => (workload[kind] === undefined ? [] : parameters))
}

function findByPath(test: Readonly<Record<string, unknown>>, path: string): readonly ParameterPlace[] | ParameterProblem {
  const found = follow(test, path, [])
  if ('message' in found) return found
  if (found[0] === 'secrets' || isSecretName(found.at(-1) ?? '')) {
    // At its own path it would be hidden, as the value of a secret is.
    return {
      path: 'sweep',
      message: `cannot be over ${path}, a secret`,
      hint: 'the values of a sweep are shown; sweep over something else',
    }
  }
  return [found]
}

/** Follows a path through objects and lists; a name within it may have dots of its own. */
function follow(value: unknown, path: string, before: ParameterPlace): ParameterPlace | ParameterProblem {
  const known = Object.keys(typeof value === 'object' && value !== null ? value : {})
  // The longest name first.
  const fitting = known.filter((key) => path === key || path.startsWith(`${key}.`)).toSorted((a, b) => b.length - a.length)
  const followed = fitting.map((key) => {
    const place = [...before, key]
    return path === key ? place : follow(Reflect.get(Object(value), key), path.slice(key.length + 1), place)
  })
  const [first = isLeftOut(value, path, before) ? [...before, path] : unknownKey(known, path, before)] = followed
  return followed.find((place) => !('message' in place)) ?? first
}

/** A field that is not given has a default, unlike a variable that nobody reads; whether there is such a field is checked with its value. */
function isLeftOut(value: unknown, path: string, before: ParameterPlace): boolean {
  return !path.includes('.') && before.length > 0 && isObject(value) && !['env', 'scenarios'].includes(before.at(-1) ?? '')
}

function unknownKey(known: readonly string[], path: string, before: ParameterPlace): ParameterProblem {
  const [key = path] = path.split('.')
  const where = before.length === 0 ? 'the test' : before.join('.')
  const hint = known.length > 0 ? nameHint(key, known) : 'only what the test has can be swept'
  return { message: `there is no "${key}" in ${where}`, hint }
}

/** Whether a value is an object with fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? { ...value } : {}
}
