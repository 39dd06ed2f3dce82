import type { ConfigIssue } from '../base/errors/benchpress-error.ts'
import { labelOfPoint, type SweepPoint } from '../result/summary/test-summary.ts'
import { fieldsOf, isObject } from './unchecked.ts'
import { isSecretName } from '../base/redact/redact-text.ts'
import { showValue } from '../base/redact/cut-text.ts'
import { nameless, type SweepValue, type Config } from './config.ts'
import { nameHint } from '../base/errors/closest-name.ts'
import type { BatchWorkloadConfig, ConnectionsWorkloadConfig, UsersWorkloadConfig } from './workload/closed-workloads.ts'
import type { RateWorkloadConfig } from './workload/rate-workload.ts'
import type { StagesWorkloadConfig } from './workload/stages-workload.ts'

/** A test as it was given, with one value of its sweep. */
export interface ExpandedTest {
  readonly test: unknown
  /** `null` for a test without a sweep. */
  readonly point: SweepPoint | null
  /** Moves the issues of the value to the sweep, where it was written. */
  readonly place: (issue: ConfigIssue) => ConfigIssue
}

interface Expansion {
  /** The tests, at least one; for an invalid sweep, the test without it. */
  readonly tests: readonly ExpandedTest[]
  readonly issues: readonly ConfigIssue[]
}

/** Makes a test for each value of a sweep; a test without a sweep is returned unchanged. Pure. */
export function expandSweep(given: unknown): Expansion {
  const unswept = (test: unknown, issues: readonly ConfigIssue[]): Expansion => ({
    tests: [{ test, point: null, place: (issue) => issue }],
    issues,
  })
  if (!isObject(given) || given['sweep'] === undefined) return unswept(given, [])
  const { sweep, ...test } = given
  const read = readSweep(sweep)
  if ('issues' in read) return unswept(test, read.issues)
  const { parameter, values } = read
  const places = findParameter(test, parameter)
  if ('message' in places) return unswept(test, [{ path: `sweep.${parameter}`, ...places }])
  return { tests: values.map((value, index) => expand(test, places, { parameter, value, index })), issues: [] }
}

interface Chosen {
  readonly parameter: string
  readonly value: SweepValue
  readonly index: number
}

function expand(
  test: Readonly<Record<string, unknown>>,
  places: readonly ParameterPlace[],
  { parameter, value, index }: Chosen,
): ExpandedTest {
  const { name = nameless } = test
  const point: SweepPoint = { of: String(name), parameter, value }
  const isVariable = places[0]?.[0] === 'env'
  const changed = places.reduce<unknown>((config, place) => withValue(config, place, isVariable ? String(value) : value), test)
  return {
    test: { ...(changed as object), ...(typeof name === 'string' && name !== '' && { name: `${name} ${labelOfPoint(point)}` }) },
    point,
    place: (issue) => placeAtSweep(issue, places, `sweep.${parameter}`, index),
  }
}

function withValue(config: unknown, [key = '', ...rest]: ParameterPlace, value: SweepValue): unknown {
  const inner = rest.length === 0 ? value : withValue(Reflect.get(Object(config), key), rest, value)
  if (Array.isArray(config)) return config.map((item: unknown, index) => (String(index) === key ? inner : item))
  return { ...(config as object), [key]: inner }
}

function placeAtSweep(issue: ConfigIssue, places: readonly ParameterPlace[], sweep: string, index: number): ConfigIssue {
  const { path, message } = issue
  const isValue = places.some((place) => path === place.join('.') || path.startsWith(`${place.join('.')}.`))
  if (isValue) return { ...issue, path: `${sweep}[${index}]` }
  const isName = places.some((place) => path === place.slice(0, -1).join('.') && message === `unknown key ${showValue(place.at(-1))}`)
  return isName ? { ...issue, path: sweep } : issue
}

function readSweep(
  sweep: unknown,
): { readonly parameter: string; readonly values: readonly SweepValue[] } | { readonly issues: readonly ConfigIssue[] } {
  if (!isObject(sweep)) return wrong('sweep', `must be an object (was ${showValue(sweep)})`, 'such as { users: [10, 20, 40] }')
  const [first, ...others] = Object.keys(sweep)
  if (first === undefined) return wrong('sweep', 'must have a parameter', 'such as { users: [10, 20, 40] }')
  if (others.length > 0) {
    const names = [first, ...others].map((name) => `"${name}"`).join(' and ')
    return wrong('sweep', `has more than one parameter: ${names}`, 'make a test of each')
  }
  const path = `sweep.${first}`
  const values = sweep[first]
  if (!Array.isArray(values)) return wrong(path, `must be a list of values (was ${showValue(values)})`, undefined)
  if (values.length === 0) return wrong(path, 'must not be empty', undefined)
  const issues = values.flatMap((value: unknown, index) => findValueProblem(value, values.findIndex(isLike(value)), index, path))
  return issues.length > 0 ? { issues } : { parameter: first, values: values as readonly SweepValue[] }
}

function findValueProblem(value: unknown, first: number, index: number, path: string): readonly ConfigIssue[] {
  if (!isSweepValue(value)) {
    return [{ path: `${path}[${index}]`, message: `must be a number or a string (was ${showValue(value)})` }]
  }
  return first === index
    ? []
    : [{ path: `${path}[${index}]`, message: `repeats the value ${showValue(value)}`, hint: 'the repeats of a suite repeat a test' }]
}

// In the names of tests, 1 and "1" are the same.
function isLike(value: unknown): (other: unknown) => boolean {
  return (other) => Object.is(other, value) || (isSweepValue(other) && isSweepValue(value) && String(other) === String(value))
}

function isSweepValue(value: unknown): value is SweepValue {
  return typeof value === 'number' || typeof value === 'string'
}

function wrong(path: string, message: string, hint: string | undefined): { readonly issues: readonly ConfigIssue[] } {
  return { issues: [{ path, message, hint }] }
}

/** The place of a parameter in a test, as the keys that lead to it. */
type ParameterPlace = readonly string[]

/** The reason why a parameter cannot be swept. */
interface ParameterProblem {
  /** The path of the issue, if it is not the path of the parameter. */
  readonly path?: string
  readonly message: string
  readonly hint: string
}

const ofAll = ['duration', 'warmup', 'gracefulStop'] as const

/** The keys of each kind of workload, by the key that identifies the kind. */
const parametersOfKind: Readonly<Record<string, readonly string[]>> = {
  connections: ['connections', 'pipelining', 'refill', 'requests', ...ofAll] satisfies (keyof ConnectionsWorkloadConfig)[],
  users: ['users', 'iterations', 'pacing', ...ofAll] satisfies (keyof UsersWorkloadConfig)[],
  rate: ['rate', 'maxUsers', 'iterations', 'arrivals', ...ofAll] satisfies (keyof RateWorkloadConfig)[],
  stages: ['maxUsers', 'pacing', 'arrivals', 'warmup', 'gracefulStop'] satisfies (keyof StagesWorkloadConfig)[],
  batch: ['batch', 'iterations', ...ofAll] satisfies (keyof BatchWorkloadConfig)[],
}

const parametersOfTest: readonly string[] = ['workers', 'timing', 'timeout', 'connectTimeout'] satisfies (keyof Config)[]

/**
 * Finds a parameter in a test that may be invalid: by its name in each workload that has it, or by its path.
 *
 * @returns at least one place, or why there is none
 */
function findParameter(test: Readonly<Record<string, unknown>>, parameter: string): readonly ParameterPlace[] | ParameterProblem {
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
    // At its own path the value would be hidden, like a secret.
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

/** Whether a path is a field that was left out, which has a default, unlike a variable; whether such a field exists is checked together with its value. */
function isLeftOut(value: unknown, path: string, before: ParameterPlace): boolean {
  return !path.includes('.') && before.length > 0 && isObject(value) && !['env', 'scenarios'].includes(before.at(-1) ?? '')
}

function unknownKey(known: readonly string[], path: string, before: ParameterPlace): ParameterProblem {
  const [key = path] = path.split('.')
  const where = before.length === 0 ? 'the test' : before.join('.')
  const hint = known.length > 0 ? nameHint(key, known) : 'only what the test has can be swept'
  return { message: `there is no "${key}" in ${where}`, hint }
}
