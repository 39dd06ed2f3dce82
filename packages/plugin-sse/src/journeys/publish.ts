import type { Journey } from '@benchpress/core'
import { checkOptions, readTemplate, name, strictObject, text, texts } from '@benchpress/plugin-options'
import { recipientNamer, streamPathSchema, rangeSchema, type RecipientRange } from './shared-options.ts'
import * as v from 'valibot'

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

const publishSchema = strictObject({
  path: streamPathSchema,
  method: v.optional(v.pipe(text, v.regex(/^[A-Z]+$/, 'must be a method, such as POST'))),
  query: v.optional(texts),
  headers: v.optional(texts),
  body: v.pipe(text, v.includes('{stamp}', 'needs {stamp}, or messages cannot be found again')),
  encode: v.optional(v.literal('base64', 'must be "base64"')),
  recipients: rangeSchema,
  name: v.optional(name),
})

/**
 * Makes a journey that sends one message to a recipient at random, and counts it as accepted or refused by the response.
 *
 * @throws TypeError for unknown or wrong options
 */
export function publish(options: PublishOptions): Journey {
  checkOptions(publishSchema, options, 'sse.publish')
  const { path, method = 'POST', headers, encode, recipients, name: endpoint = `${method} ${path.replace(/\?.*$/, '')}` } = options
  const nameOf = recipientNamer(recipients)
  const pathOf = readTemplate(path)
  const bodyOf = readTemplate(options.body)
  const queryOf = options.query === undefined ? undefined : readTemplate(options.query)
  return async ({ id, sse, http, random }) => {
    const [to, from] = [nameOf(random.int(0, recipients.count - 1)), nameOf(random.int(0, recipients.count - 1))]
    const values = { to, from, user: id }
    const url = pathOf({ to: encodeURIComponent(to), from: encodeURIComponent(from), user: id })
    const message = sse.send(to)
    const body = bodyOf({ ...values, stamp: message.stamp })
    const response = await http.request(method, url, {
      body: encode === 'base64' ? Buffer.from(body).toString('base64') : body,
      name: endpoint,
      discardBody: true,
      ...(queryOf === undefined ? {} : { query: queryOf(values) }),
      ...(headers === undefined ? {} : { headers }),
    })
    if (response.ok) message.accepted()
    else message.refused()
  }
}
