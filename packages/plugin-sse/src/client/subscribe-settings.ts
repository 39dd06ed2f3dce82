import { callback, checkOptions, either, strictObject } from '@benchpress/plugin-options'
import * as v from 'valibot'
import type { SubscribeOptions } from '../sse-client.ts'
import { payloadSchema, subscribeShape } from './subscribe-shape.ts'

const payload = either([payloadSchema, callback], 'must be "text", "base64", { json: name, base64: true } or a function')

const schema = strictObject({
  ...subscribeShape,
  payload: v.optional(payload, 'text'),
  onOpen: v.optional(callback),
  onEvent: v.optional(callback),
  onComment: v.optional(callback),
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

/**
 * Checks and completes the options of a subscription.
 *
 * @throws TypeError with everything that is wrong with the options
 */
export function readSubscribeOptions(options: SubscribeOptions): SubscribeSettings {
  return checkOptions(schema, options, 'sse.subscribe') as unknown as SubscribeSettings
}
