/**
 * Marks a promise that nobody has to wait for, such as one that a method of a plugin's client returns.
 *
 * When it is broken off while its journey does something else, that is no rejection nobody heard of, which would end the process where the load
 * runs in the calling thread, and be reported as a mistake where it runs in others. Whoever waits for it hears of it all the same, also later.
 *
 * @returns the same promise
 */
export function maybeUnheard<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(ignore)
  return promise
}

function ignore(): void {}
