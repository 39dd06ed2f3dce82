import {
  callback,
  checkOptions,
  either,
  strictObject,
  flag,
  milliseconds,
  name,
  plainObject,
  recipients,
  text,
  texts,
} from '@benchpress/plugin-options'
import * as v from 'valibot'
import type { SubscribeOptions } from '../sse-client.ts'

/** The options of a subscription that are data rather than code. */
export type DataOption = Exclude<keyof SubscribeOptions, 'payload' | 'onOpen' | 'onEvent' | 'onClose'>

const queryValue = v.union([v.string(), v.number(), v.boolean(), v.undefined()], 'must be a string, a number, true or false')

/** A payload codec as data, without the functions that only code can give. */
export const payloadSchema: v.GenericSchema = either(
  [v.picklist(['text', 'base64']), strictObject({ json: name, base64: v.optional(flag) })],
  'must be "text", "base64", { json: name } or { json: name, base64: true }',
)

/** The schema of each option that is data. */
export const subscribeShape: Readonly<Record<DataOption, v.GenericSchema>> = {
  headers: v.optional(texts),
  query: v.optional(v.pipe(plainObject('must be an object'), v.record(v.string(), queryValue))),
  name: v.optional(name),
  timeout: v.optional(milliseconds),
  lastEventId: v.optional(v.string('must be a string, as ids may be larger than a number can hold')),
  resume: v.optional(
    either([v.literal('header'), v.literal(false), strictObject({ query: name })], 'must be "header", { query: name } or false'),
    'header',
  ),
  reconnect: v.optional(flag, true),
  retry: v.optional(milliseconds),
  dataless: v.optional(flag, false),
  heartbeat: v.optional(
    either(
      [
        strictObject({ type: name, timeout: v.optional(milliseconds) }),
        strictObject({ data: text, timeout: v.optional(milliseconds) }),
        strictObject({ timeout: milliseconds }),
      ],
      'must be { type: name }, { data: text } or { timeout: time }, the first two with a timeout or without',
    ),
  ),
  gzip: v.optional(flag, false),
  recipients: v.optional(recipients),
}

const payload = either([payloadSchema, callback], 'must be "text", "base64", { json: name, base64: true } or a function')

const schema = strictObject({
  ...subscribeShape,
  payload: v.optional(payload, 'text'),
  onOpen: v.optional(callback),
  onEvent: v.optional(callback),
  onClose: v.optional(callback),
})

type Completed = 'resume' | 'reconnect' | 'dataless' | 'gzip' | 'payload'

/** The options of a subscription with their defaults; times in milliseconds. */
export type SubscribeSettings = Omit<SubscribeOptions, Completed | 'retry' | 'timeout' | 'heartbeat'> &
  Required<Pick<SubscribeOptions, Completed>> & {
    readonly retry?: number
    readonly timeout?: number
    readonly heartbeat?: { readonly type?: string; readonly data?: string; readonly timeout?: number }
  }

/** Checks and completes the options of a subscription. */
export function readSubscribeOptions(options: SubscribeOptions): SubscribeSettings {
  return checkOptions(schema, options, 'sse.subscribe') as unknown as SubscribeSettings
}
