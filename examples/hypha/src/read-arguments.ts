import type { Argument } from './service.ts'

/** Arguments by name, in an object without a prototype. */
export type Arguments = Readonly<Record<string, Argument>>

/** Reads arguments from a query and a JSON body, of which the body wins; `undefined` when the body is not an object. */
export function readArguments(query: string, body: string): Arguments | undefined {
  const given = Object.create(null) as Record<string, Argument>
  if (query !== '') for (const [name, value] of new URLSearchParams(query)) given[name] = value
  if (body.trim() === '') return given
  const parsed = parse(body)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
  return Object.assign(given, parsed)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
