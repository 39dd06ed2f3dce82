import { z } from 'zod'
import { milliseconds } from '../check/duration.ts'
import { strictObject } from '../check/strict-object.ts'
import { connectionShape, eventSchema, type ConnectionData } from './connection-shape.ts'

/** What the ready-made askers send. Data that can be cloned. */
export interface EchoOptions extends ConnectionData {
  /** Default `echo`. */
  readonly event?: string
  /** Texts in it may contain `{user}`, and `{iteration}`, a number that no other iteration has. Default `{iteration}`. */
  readonly payload?: unknown
  /** Name of the event that answers it. Default: it is acknowledged. */
  readonly reply?: string
  /** Member that is the same in the payload and in its answer. Default: the first answer is the one. */
  readonly match?: string
  /** Wait after each answer, as `1s` or in seconds. Default: none. */
  readonly pause?: string | number
}

/** How they are checked. */
export const echoSchema: z.ZodType = strictObject({
  ...connectionShape,
  event: eventSchema.optional(),
  payload: z.unknown().optional(),
  reply: eventSchema.optional(),
  match: z.string({ error: 'must be the name of a member' }).min(1).optional(),
  pause: milliseconds.optional(),
}).refine(({ match, reply }) => match === undefined || reply !== undefined, {
  path: ['match'],
  error: 'needs reply: an acknowledgement always belongs to what was sent',
})
