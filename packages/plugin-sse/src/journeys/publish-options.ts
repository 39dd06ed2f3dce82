import { z } from 'zod'
import { strictObject } from '../check/strict-object.ts'
import { pathSchema } from './path-schema.ts'
import { rangeSchema, type RecipientRange } from './recipient-names.ts'

/**
 * What the ready-made publishers send. Data that can be cloned.
 *
 * `path`, the values of `query`, and `body` may contain `{to}` and `{from}`, two of the recipients at random, and `{user}`; `body` contains
 * `{stamp}`, by which a message is found again.
 */
export interface PublishOptions {
  readonly path: string
  /** Default `POST`. */
  readonly method?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** How the whole body is sent. Default: as it is. */
  readonly encode?: 'base64'
  /** Whom messages are sent to: as the subscribers name them. */
  readonly recipients: RecipientRange
  /** Name of the endpoint in the result. Default: method and path, without what is filled in. */
  readonly name?: string
}

const text = z.string({ error: 'must be a string' })

/** How they are checked. */
export const publishSchema: z.ZodType = strictObject({
  path: pathSchema,
  method: text.regex(/^[A-Z]+$/, { error: 'must be a method, such as POST' }).optional(),
  query: z.record(text, text, { error: 'must be an object of strings' }).optional(),
  headers: z.record(text, text, { error: 'must be an object of strings' }).optional(),
  body: text.refine((body) => body.includes('{stamp}'), { error: 'needs {stamp}, or messages cannot be found again' }),
  encode: z.literal('base64', { error: 'must be "base64"' }).optional(),
  recipients: rangeSchema,
  name: text.min(1).optional(),
})
