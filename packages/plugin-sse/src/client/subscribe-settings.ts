import { z } from 'zod'
import { checkOptions } from '../check/check-options.ts'
import { strictObject } from '../check/strict-object.ts'
import type { SubscribeOptions } from '../sse-client.ts'
import { payloadSchema, subscribeShape } from './subscribe-shape.ts'

const callback = z.custom<() => void>((value) => typeof value === 'function', { error: 'must be a function' })

const schema = strictObject({
  ...subscribeShape,
  payload: z
    .union([payloadSchema, callback], { error: 'must be "text", "base64", { json: name, base64: true } or a function' })
    .default('text'),
  onOpen: callback.optional(),
  onEvent: callback.optional(),
  onComment: callback.optional(),
  onClose: callback.optional(),
})

type Completed = 'resume' | 'reconnect' | 'dataless' | 'gzip' | 'payload'

/** The options of a subscription with their defaults; times in milliseconds. */
export type SubscribeSettings = Omit<SubscribeOptions, Completed | 'retry' | 'timeout'> &
  Required<Pick<SubscribeOptions, Completed>> & { readonly retry?: number; readonly timeout?: number }

/**
 * Checks and completes the options of a subscription.
 *
 * @throws TypeError that says everything that is wrong with them
 */
export function readSubscribeOptions(options: SubscribeOptions): SubscribeSettings {
  return checkOptions(schema, options, 'sse.subscribe') as unknown as SubscribeSettings
}
