/**
 * Gives a promise that nobody has to wait for: that it rejects then ends no thread as a rejection nobody heard of.
 *
 * Whoever waits for it hears of it all the same, also later.
 */
export function maybeUnheard<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(ignore)
  return promise
}

function ignore(): void {}
