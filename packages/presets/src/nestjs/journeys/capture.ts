import type { HttpResponse } from '@benchpress/core'

interface Types {
  readonly string: string
  readonly number: number
  readonly array: readonly unknown[]
}

/**
 * Finds a value in a response by its path, such as `[0].id`.
 *
 * @throws Error that names the endpoint and the path, where there is no such value, without which the user cannot continue
 */
export function capture<Type extends keyof Types>(response: HttpResponse, endpoint: string, path: string, type: Type): Types[Type] {
  const found = path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .reduce(memberOf, readJson(response, endpoint))
  if (isOf(found, type)) return found
  throw new Error(`${endpoint}: ${found === undefined ? 'no' : 'another'} ${path} in the response with status ${response.status}`)
}

/**
 * Reads the body of a response.
 *
 * @throws Error that names the endpoint when the body is not JSON
 */
export function readJson(response: HttpResponse, endpoint: string): unknown {
  try {
    return response.json()
  } catch {
    throw new Error(`${endpoint}: no JSON in the response with status ${response.status}`)
  }
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}

function isOf<Type extends keyof Types>(value: unknown, type: Type): value is Types[Type] {
  return type === 'array' ? Array.isArray(value) : typeof value === type
}
