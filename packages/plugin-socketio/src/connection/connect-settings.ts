import { z } from 'zod'
import { checkOptions } from '../check/check-options.ts'
import { milliseconds } from '../check/duration.ts'
import { strictObject } from '../check/strict-object.ts'
import type { ConnectOptions, Reconnection, Transport } from '../socketio-client.ts'

const flag = z.boolean({ error: 'must be true or false' })
const text = z.string({ error: 'must be a string' })
const name = z.union([text.min(1), z.number()])
const texts = z.record(text, text, { error: 'must be an object of strings' })
const callback = z.custom<() => void>((value) => typeof value === 'function', { error: 'must be a function' })
const transport = z.enum(['polling', 'websocket'], { error: 'must be "polling" or "websocket"' })

const reconnection = strictObject({
  attempts: z.int({ error: 'must be a whole number from 1' }).min(1, { error: 'must be a whole number from 1' }).optional(),
  delay: milliseconds.optional(),
  delayMax: milliseconds.optional(),
})

/** How each option that is data is checked. */
export const connectShape: Readonly<
  Record<Exclude<keyof ConnectOptions, 'recipients' | 'messages' | 'payload' | 'on' | 'onDisconnect'>, z.ZodType>
> = {
  auth: z.record(text, z.unknown(), { error: 'must be an object' }).optional(),
  query: texts.optional(),
  headers: texts.optional(),
  path: text.regex(/^\//, { error: 'must start with "/"' }).optional(),
  transports: z
    .array(transport, { error: 'must be a list of "polling" and "websocket"' })
    .min(1, { error: 'must name one at least' })
    .default(['websocket']),
  upgrade: flag.default(true),
  reconnection: z.union([flag, reconnection], { error: unionError }).default(false),
  perMessageDeflate: flag.default(false),
  timeout: milliseconds.default(20_000),
  answerTimeout: milliseconds.default(10_000),
}

/** Events that carry messages. */
export const messagesSchema: z.ZodType = z.array(text.min(1), { error: 'must be a list of events' })

const schema = strictObject({
  ...connectShape,
  recipients: z.union([name, z.array(name).min(1)], { error: 'must be a name, a number, or a list of them' }).optional(),
  messages: messagesSchema.optional(),
  payload: callback.optional(),
  on: z.record(text, callback, { error: 'must be an object of functions' }).optional(),
  onDisconnect: callback.optional(),
})

/** The options of a connection with their defaults; times in milliseconds. */
export interface ConnectSettings extends Omit<ConnectOptions, 'transports' | 'reconnection'> {
  readonly transports: readonly Transport[]
  readonly upgrade: boolean
  readonly reconnection: boolean | (Reconnection & { readonly delay?: number; readonly delayMax?: number })
  readonly perMessageDeflate: boolean
  readonly timeout: number
  readonly answerTimeout: number
}

/**
 * Checks and completes the options of a connection.
 *
 * @throws TypeError that says everything that is wrong with them
 */
export function readConnectOptions(options: ConnectOptions): ConnectSettings {
  return checkOptions(schema, options, 'socketio.connect') as unknown as ConnectSettings
}

// What is wrong inside of an object is what its author wants to know.
function unionError({
  errors = [],
}: {
  readonly errors?: readonly (readonly { readonly code?: string; readonly message: string }[])[]
}): string {
  const unknown = errors.flat().find(({ code }) => code === 'unrecognized_keys')
  return unknown?.message ?? 'must be true, false or { attempts, delay, delayMax }'
}
