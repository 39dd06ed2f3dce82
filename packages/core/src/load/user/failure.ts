import type { Outcome } from '../../model/metrics/outcome.ts'
import { inspect } from 'node:util'
import { cutText } from '../../base/redact/cut-text.ts'
import { redactText } from '../../base/redact/redact-text.ts'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

class UserStopped extends Error {
  // The name of errors for aborted signals.
  override readonly name = 'AbortError'
}

/** The error that ends a user's waits, requests and `signal` when the user is stopped or has left; shared, because it does not depend on the user. */
export const userStopped: Error = new UserStopped('the user was stopped')

/**
 * Thrown for a request without a usable response: `POST /bid: reset (ECONNRESET)`.
 *
 * Responses never throw, whatever their status, and a failed request or check alone fails no iteration: so what failed does not depend on what a journey
 * does about it.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** The outcome of the request. */
  readonly outcome: Outcome
  /** Why the request failed, such as `ECONNRESET` or `request timeout`. */
  readonly reason: string
  /** Name of the endpoint, such as `POST /bid`. */
  readonly endpoint: string

  constructor(endpoint: string, outcome: Outcome, reason: string) {
    super(`${endpoint}: ${outcome} (${reason})`)
    this.endpoint = endpoint
    this.outcome = outcome
    this.reason = reason
  }
}

/** Whether an error is that of a wait or a request which was cut off with its user. */
export function isCutOff(thrown: unknown): boolean {
  return thrown === userStopped || (thrown instanceof RequestError && thrown.outcome === 'aborted')
}

const longest = 200

/** Why something failed, as one short line without secrets: the first line of the message of the thrown error. */
export function failureReason(thrown: unknown): string {
  return cutText(messageOf(thrown).trim(), longest, {
    redact: (text) =>
      redactText(text)
        .split(/[\r\n]/, 1)
        .join('')
        .trimEnd(),
  })
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  if (thrown instanceof Error) return thrown.message.trim() === '' ? thrown.name : thrown.message
  return inspect(thrown, { depth: 1, breakLength: Infinity })
}

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
  return placesIn(framesOf(thrown.stack, thrown.message).split('\n', longestStack))
}

/** The places of some lines of a stack, as {@link failurePlace} writes them. */
export function placesIn(lines: readonly string[]): string | undefined {
  const places = lines.flatMap(placeOf).slice(0, mostFrames)
  return places.length === 0 ? undefined : places.join(' < ')
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

/**
 * Marks a promise that need not be awaited, such as one that a method of a plugin's client returns.
 *
 * When the promise rejects while the journey does something else, this is not an unhandled rejection, which would end the process if the load runs in
 * the calling thread, and would be reported as an error in load threads. Code that awaits the promise, even later, still gets the rejection.
 *
 * @returns the same promise
 */
export function markHandled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(ignore)
  return promise
}

function ignore(): void {}

/**
 * A promise that is created when it is first read, before or after it is settled, and that need not be awaited.
 *
 * So thousands of connections whose end is not awaited need no promise. A rejection counts as handled, as with {@link markHandled}. Only the first call
 * of `resolve` or `reject` counts.
 */
export class Settlement<Value> {
  #asked: PromiseWithResolvers<Value> | undefined
  #settle: ((asked: PromiseWithResolvers<Value>) => void) | undefined

  /** The promise, which is the same each time it is read. */
  get promise(): Promise<Value> {
    if (this.#asked === undefined) {
      this.#asked = Promise.withResolvers<Value>()
      void markHandled(this.#asked.promise)
      this.#settle?.(this.#asked)
    }
    return this.#asked.promise
  }

  resolve(value: Value): void {
    this.#end(({ resolve }) => resolve(value))
  }

  reject(reason: unknown): void {
    this.#end(({ reject }) => reject(reason))
  }

  #end(settle: (asked: PromiseWithResolvers<Value>) => void): void {
    if (this.#settle !== undefined) return
    this.#settle = settle
    if (this.#asked !== undefined) settle(this.#asked)
  }
}
