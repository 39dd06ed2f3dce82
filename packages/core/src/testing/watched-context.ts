import { isDeepStrictEqual } from 'node:util'

/** A context that a plugin may change, and what it was before. */
export interface WatchedContext<Context extends object> {
  readonly context: Context
  /** The names of those members that are not as they were. */
  changes(): readonly string[]
}

/**
 * Makes a context of the given members, as a plugin gets it but for being writable, so that a change is seen and not only refused.
 *
 * Data in it is a copy. All else is compared by identity.
 */
export function watchContext<Context extends object>(members: Context): WatchedContext<Context> {
  const context = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, copyOf(value)]))
  const before = { ...context }
  const data = new Map(Object.entries(before).map(([name, value]) => [name, copyOf(value)]))
  return {
    context: context as Context,
    changes: () => {
      const names = new Set([...Object.keys(before), ...Object.keys(context)])
      return [...names].filter((name) => before[name] !== context[name] || !isDeepStrictEqual(data.get(name), before[name]))
    },
  }
}

// What cannot be cloned, or is not the same afterwards, stays itself: a client, a function, an object of a class.
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  try {
    const copy: unknown = structuredClone(value)
    return isDeepStrictEqual(copy, value) ? copy : value
  } catch {
    return value
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || prototype === Array.prototype
}
