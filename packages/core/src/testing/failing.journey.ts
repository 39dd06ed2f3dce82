import type { Journey } from '../load/user/journey.ts'

/** The message of the error that the journey throws. */
export const reason = 'this journey fails before the test begins, to see what is left of it'

/** Ends the test before its load. */
export function beforeAll(): never {
  throw new Error(reason)
}

/** The journey, of which no iteration is ever started. */
export const never: Journey = () => undefined
