import type { Outcome } from '../../model/metrics/outcome.ts'
import { inspect } from 'node:util'
import { redactText } from '../../base/redact/redact-text.ts'

class UserStopped extends Error {
  // The name of errors for aborted signals.
  override readonly name = 'AbortError'
}

/** The error that ends a user's waits, requests and `signal` when the user is stopped or has left; shared, because it does not depend on the user. */
export const userStopped: Error = new UserStopped('the user was stopped')

/** Thrown for a request without a usable response: `POST /bid: reset (ECONNRESET)`. */
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

const longest = 200
// Longer than what is shown, so that a secret is found before the text is cut, but short enough to be searched quickly.
const longestSearched = 2000

/** Why something failed, as one short line without secrets: the first line of the message of the thrown error. */
export function failureReason(thrown: unknown): string {
  const [line = ''] = messageOf(thrown)
    .slice(0, longestSearched)
    .trim()
    .split(/[\r\n]/, 1)
  const text = redactText(line.trimEnd())
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  if (thrown instanceof Error) return thrown.message.trim() === '' ? thrown.name : thrown.message
  return inspect(thrown, { depth: 1, breakLength: Infinity })
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
