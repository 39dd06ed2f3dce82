import { z } from 'zod'
import { strictObject } from '../check/strict-object.ts'
import { connectionShape, eventSchema, type ConnectionData } from './connection-shape.ts'
import { hasPlaceholder } from './template.ts'

/** What the ready-made senders of messages to many send. Data that can be cloned. */
export interface BroadcastOptions extends ConnectionData {
  readonly event: string
  /** A text in it contains `{stamp}`, by which the message is found again; texts may contain `{user}`. Default `{stamp}`. */
  readonly payload?: unknown
  /** How many it goes to, such as the users who hold a connection. */
  readonly expected: number
  /** Name of the event that says that the target has taken it over. Default: it is acknowledged. `false`: there is no answer, and all count as accepted. */
  readonly reply?: string | false
}

/** How they are checked. */
export const broadcastSchema: z.ZodType = strictObject({
  ...connectionShape,
  event: eventSchema,
  payload: z
    .unknown()
    .refine((payload) => payload === undefined || hasPlaceholder(payload, 'stamp'), {
      error: 'needs {stamp} in a text, or messages cannot be found again',
    })
    .optional(),
  expected: z.int({ error: 'must be a whole number from 1' }).min(1, { error: 'must be a whole number from 1' }),
  reply: z.union([eventSchema, z.literal(false)], { error: 'must be the name of an event, or false' }).optional(),
})
