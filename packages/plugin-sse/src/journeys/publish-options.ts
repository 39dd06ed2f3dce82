import * as v from 'valibot'
import { name, strictObject, text, texts } from '@benchpress/plugin-options'
import { rangeSchema, type RecipientRange } from './recipient-names.ts'

/** The schema of the path of a ready-made journey, which is checked before the test rather than in each iteration. */
export const pathSchema: v.GenericSchema<string> = v.pipe(
  text,
  v.regex(/^(\/|https?:\/\/.)/i, 'must start with "/", or be a URL with http:// or https://'),
)

/**
 * Options of the ready-made publishers. Data that can be cloned.
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
  /** Encoding of the whole body. Default: none. */
  readonly encode?: 'base64'
  /** The recipients of messages, by the names of the subscribers. */
  readonly recipients: RecipientRange
  /** Name of the endpoint in the result. Default: method and path without the query, with placeholders not filled in. */
  readonly name?: string
}

/** The schema of {@link PublishOptions}. */
export const publishSchema: v.GenericSchema = strictObject({
  path: pathSchema,
  method: v.optional(v.pipe(text, v.regex(/^[A-Z]+$/, 'must be a method, such as POST'))),
  query: v.optional(texts),
  headers: v.optional(texts),
  body: v.pipe(text, v.includes('{stamp}', 'needs {stamp}, or messages cannot be found again')),
  encode: v.optional(v.literal('base64', 'must be "base64"')),
  recipients: rangeSchema,
  name: v.optional(name),
})
