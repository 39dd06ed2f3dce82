import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

const ownFolder = dirname(dirname(import.meta.dirname))
const ownPlaces = [ownFolder, pathToFileURL(ownFolder).href, '/node_modules/', '\\node_modules\\']
const frame = /^\s*at (?:async )?(?:.* \()?((?:file:|\/|[a-z]:\\)[^()]*?)(?:\?[^:()]*)?:(\d+):(\d+)\)?$/i
const mostFrames = 3
const longestStack = 50

/**
 * Where something was thrown in code that is neither ours nor of an installed package, the innermost frames first: `order.journey.ts:12:9 < shop.ts:3:5`.
 *
 * Returns `undefined` where that is not known, as of what is no error.
 */
export function failurePlace(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || typeof thrown.stack !== 'string') return undefined
  const frames = thrown.stack.split('\n', longestStack).flatMap(placeOf).slice(0, mostFrames)
  return frames.length === 0 ? undefined : frames.join(' < ')
}

function placeOf(line: string): readonly string[] {
  const [, file, row, column] = frame.exec(line) ?? []
  if (file === undefined || ownPlaces.some((place) => file.includes(place))) return []
  return [`${file.split(/[/\\]/).at(-1) ?? file}:${row}:${column}`]
}
