import { nameHint } from '@benchpress/core'
import type { Check } from './check.ts'
import { Problems, type Path } from './problems.ts'

/** The checks of the members of an object. */
export type Shape = Readonly<Record<string, Check>>

/** What the members of an object are after their checks. */
export type Members<Of extends Shape> = { -readonly [Name in keyof Of]: ReturnType<Of[Name]> }

/** An object that has no keys but the given ones: for an unknown one it is said which was probably meant. */
export function object<Of extends Shape>(shape: Of): Check<Members<Of>> {
  const known = Object.entries(shape)
  return (value, problems, path) => {
    const output: Record<string, unknown> = {}
    if (!isObject(value)) problems.add(path, 'must be an object')
    else {
      for (const [key, check] of known) {
        const member = check(value[key], problems, [...path, key])
        if (member !== undefined) output[key] = member
      }
      const unknown = Object.keys(value).filter((key) => !Object.hasOwn(shape, key))
      const names = Object.keys(shape)
      for (const key of unknown) problems.add(path, `unknown option "${key}"; ${nameHint(key, names)}`)
    }
    return output as Members<Of>
  }
}

/** An object with any keys. */
export function record<Value>(check: Check<Value>, message: string): Check<Readonly<Record<string, Value>>> {
  return (value, problems, path) => {
    if (!isObject(value)) {
      problems.add(path, message)
      return {}
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, check(member, problems, [...path, key])]))
  }
}

/** A list. */
export function list<Value>(check: Check<Value>, message: string, least = 0): Check<readonly Value[]> {
  return (value, problems, path) => {
    if (!Array.isArray(value) || value.length < least) {
      problems.add(path, message)
      return []
    }
    return value.map((member: unknown, index) => check(member, problems, [...path, index]))
  }
}

/**
 * What one of the checks lets pass, the first of them.
 *
 * Where it can only have been meant for one of them, the unknown option in it is told, which is what its author wants to know.
 */
export function either<Value>(checks: readonly Check<Value>[], message: string): Check<Value> {
  return (value, problems, path) => {
    const tried = checks.map((check) => attempt(check, value, path))
    const [passed] = tried.filter(({ found }) => found.length === 0)
    if (passed !== undefined) return passed.output
    const unknown = tried.flatMap(({ found }) => found.filter((problem) => problem.message.startsWith('unknown option')).slice(0, 1))
    problems.add(path, unknown.length === 1 ? (unknown[0]?.message ?? message) : message)
    return value as Value
  }
}

function attempt<Value>(check: Check<Value>, value: unknown, path: Path): { readonly output: Value; readonly found: Problems['list'] } {
  const problems = new Problems()
  return { output: check(value, problems, path), found: problems.list }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
