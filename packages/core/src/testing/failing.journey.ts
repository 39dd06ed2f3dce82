import type { Journey } from '../load/user/journey.ts'

/** Why the journey fails. */
export const reason = 'this journey fails before the test begins, to see what is left of it'

/** Ends the test before its load. */
export function beforeAll(): never {
  throw new Error(reason)
}

/** Makes a journey that is never done. */
export const never: Journey = () => undefined
