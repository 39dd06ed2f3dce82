import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

const ownFolder = dirname(dirname(import.meta.dirname))
const ownPlaces = [ownFolder, pathToFileURL(ownFolder).href, '/node_modules/', '\\node_modules\\']
const frame = /^\s*at (?:async )?(?:.* \()?((?:file:|\/|[a-z]:\\)[^()]*?)(?:\?[^:()]*)?:(\d+):(\d+)\)?$/i
const mostFrames = 3
const longestStack = 50
// The longest line of a frame: a longer one is not readable, and slow to match.
const longestFrame = 500
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u

/**
 * Finds where an error was thrown in code that is neither ours nor of an installed package, the innermost frames first:
 * `order.journey.ts:12:9 < shop.ts:3:5`.
 *
 * Returns `undefined` when that is unknown, as for a thrown value that is not an error.
 */
export function failurePlace(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || typeof thrown.stack !== 'string') return undefined
  const frames = framesOf(thrown.stack, thrown.message).split('\n', longestStack).flatMap(placeOf).slice(0, mostFrames)
  return frames.length === 0 ? undefined : frames.join(' < ')
}

/** The part of a stack after the message, which may contain lines that look like frames, such as a body of the target. Empty when the message is not found. */
function framesOf(stack: string, message: string): string {
  const start = stack.indexOf(message)
  const end = start === -1 ? -1 : stack.indexOf('\n', start + message.length)
  return end === -1 ? '' : stack.slice(end + 1)
}

function placeOf(line: string): readonly string[] {
  if (line.length > longestFrame || unprintable.test(line)) return []
  const [, file, row, column] = frame.exec(line) ?? []
  if (file === undefined || ownPlaces.some((place) => file.includes(place))) return []
  return [`${file.split(/[/\\]/).at(-1) ?? file}:${row}:${column}`]
}
