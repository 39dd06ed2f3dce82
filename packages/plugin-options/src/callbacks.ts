/**
 * Returns what a callback has returned, unless that is a promise, which would be truthy whatever it resolves with.
 *
 * @param name name of the callback for the error, such as `waitFor: match`
 * @throws TypeError for a promise
 */
export function notPromise<Value>(value: Value, name: string): Value {
  if (!isPromise(value)) return value
  // Nobody waits for it.
  value.then(undefined, () => undefined)
  throw new TypeError(`${name} returned a promise, but its result is needed at once: make it a function that is not async`)
}

/**
 * Returns the text of a message that a callback has found.
 *
 * @throws TypeError for anything but a text
 */
export function payloadText(value: unknown): string {
  if (typeof notPromise(value, 'payload') === 'string') return value as string
  throw new TypeError(`payload must return a text (was ${value === null ? 'null' : typeof value})`)
}

/**
 * Calls a callback whose result is not needed.
 *
 * @param onError receives what it throws, and what a promise that it returns rejects with
 */
export function notify(call: () => unknown, onError: (error: unknown) => void): void {
  try {
    const returned = call()
    if (isPromise(returned)) returned.then(undefined, onError)
  } catch (error) {
    onError(error)
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
