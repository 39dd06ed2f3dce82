import { z } from 'zod'
import { milliseconds } from '../check/duration.ts'
import { strictObject } from '../check/strict-object.ts'
import type { SubscribeOptions } from '../sse-client.ts'

/** The options of a subscription that are data, and not code. */
export type DataOption = Exclude<keyof SubscribeOptions, 'payload' | 'onOpen' | 'onEvent' | 'onComment' | 'onClose'>

const flag = z.boolean({ error: 'must be true or false' })
const text = z.string({ error: 'must be a string' })
const name = z.union([text.min(1), z.number()])

/** A payload codec as data; a function is possible only where code is. */
export const payloadSchema: z.ZodType = z.union(
  [z.enum(['text', 'base64']), strictObject({ json: text.min(1), base64: flag.optional() })],
  {
    error: 'must be "text", "base64", { json: name } or { json: name, base64: true }',
  },
)

/** How each of them is checked. */
export const subscribeShape: Readonly<Record<DataOption, z.ZodType>> = {
  headers: z.record(text, text, { error: 'must be an object of strings' }).optional(),
  query: z
    .record(text, z.union([text, z.number(), z.boolean(), z.undefined()], { error: 'must be a string, a number, true or false' }))
    .optional(),
  name: text.min(1).optional(),
  timeout: milliseconds.optional(),
  lastEventId: z.string({ error: 'must be a string, as ids may be larger than a number can hold' }).optional(),
  resume: z
    .union([z.literal('header'), strictObject({ query: text.min(1) }), z.literal(false)], {
      error: 'must be "header", { query: name } or false',
    })
    .default('header'),
  reconnect: flag.default(true),
  retry: milliseconds.optional(),
  dataless: flag.default(false),
  heartbeat: z
    .union([strictObject({ type: text.min(1) }), strictObject({ data: text })], { error: 'must be { type: name } or { data: text }' })
    .optional(),
  gzip: flag.default(false),
  recipients: z.union([name, z.array(name).min(1)], { error: 'must be a name, a number, or a list of them' }).optional(),
}
