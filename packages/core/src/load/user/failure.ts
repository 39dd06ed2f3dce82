import type { Outcome } from '../../model/metrics/outcome.ts'
import { inspect } from 'node:util'
import { redactText } from '../../base/redact/redact-text.ts'

class UserStopped extends Error {
  // As what is thrown for any aborted signal is called.
  override readonly name = 'AbortError'
}

/** What a user's waits, requests and `signal` end with when the user is stopped or has left; one for all, because it says nothing of whose. */
export const userStopped: Error = new UserStopped('the user was stopped')

/** A request that got no response, or none that can be used: `POST /bid: reset (ECONNRESET)`. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** How the request was counted. */
  readonly outcome: Outcome
  /** Such as `ECONNRESET` or `request timeout`. */
  readonly reason: string
  /** Such as `POST /bid`. */
  readonly endpoint: string

  constructor(endpoint: string, outcome: Outcome, reason: string) {
    super(`${endpoint}: ${outcome} (${reason})`)
    this.endpoint = endpoint
    this.outcome = outcome
    this.reason = reason
  }
}

const longest = 200
// Far more than is shown, so that a secret is found before the text is cut, yet no message takes long to search.
const longestSearched = 2000

/** Why something failed, as one short line without secrets: the first line of the message of what was thrown. */
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
 * When the promise rejects while its journey does something else, that is not an unhandled rejection, which would end the process where the load
 * runs in the calling thread, and be reported as a mistake where it runs in others. Code that awaits the promise, also later, still gets the rejection.
 *
 * @returns the same promise
 */
export function markHandled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(ignore)
  return promise
}

function ignore(): void {}
