import { holds, optional, withDefault, type Check } from '../check/check.ts'
import { milliseconds } from '../check/duration.ts'
import { either, list, object, record } from '../check/structures.ts'
import { finite, flag, name, oneOf, text } from '../check/values.ts'
import type { SubscribeOptions } from '../sse-client.ts'

/** The options of a subscription that are data, and not code. */
export type DataOption = Exclude<keyof SubscribeOptions, 'payload' | 'onOpen' | 'onEvent' | 'onComment' | 'onClose'>

const names = either<unknown>(
  [name, finite, list(either<unknown>([name, finite], ''), '', 1)],
  'must be a name, a number, or a list of them',
)
const queryValue = holds(
  (value) => ['string', 'number', 'boolean', 'undefined'].includes(typeof value),
  'must be a string, a number, true or false',
)

/** A payload codec as data; a function is possible only where code is. */
export const payloadSchema: Check = either<unknown>(
  [oneOf(['text', 'base64'], ''), object({ json: name, base64: optional(flag) })],
  'must be "text", "base64", { json: name } or { json: name, base64: true }',
)

/** How each of them is checked. */
export const subscribeShape: Readonly<Record<DataOption, Check>> = {
  headers: optional(record(text, 'must be an object of strings')),
  query: optional(record(queryValue, 'must be an object')),
  name: optional(name),
  timeout: optional(milliseconds),
  lastEventId: optional(holds((value) => typeof value === 'string', 'must be a string, as ids may be larger than a number can hold')),
  resume: withDefault(
    either<unknown>([oneOf(['header', false], ''), object({ query: name })], 'must be "header", { query: name } or false'),
    'header',
  ),
  reconnect: withDefault(flag, true),
  retry: optional(milliseconds),
  dataless: withDefault(flag, false),
  heartbeat: optional(either<unknown>([object({ type: name }), object({ data: text })], 'must be { type: name } or { data: text }')),
  gzip: withDefault(flag, false),
  recipients: optional(names),
}
