import { anything, optional, withDefault, type Check } from '../check/check.ts'
import { checkOptions } from '../check/check-options.ts'
import { milliseconds } from '../check/duration.ts'
import { either, list, object, record } from '../check/structures.ts'
import { callback, count, finite, flag, matching, name, oneOf, text } from '../check/values.ts'
import type { ConnectOptions, Reconnection, Transport } from '../socketio-client.ts'

const texts = record(text, 'must be an object of strings')
const recipient = either<unknown>([name, finite], '')
const transport = oneOf(['polling', 'websocket'] as const, 'must be "polling" or "websocket"')
const transports = list(transport, 'must be a list of "polling" and "websocket", with one at least', 1)
const reconnection = object({ attempts: optional(count), delay: optional(milliseconds), delayMax: optional(milliseconds) })

/** How each option that is data is checked. */
export const connectShape: Readonly<
  Record<Exclude<keyof ConnectOptions, 'recipients' | 'messages' | 'payload' | 'on' | 'onDisconnect'>, Check>
> = {
  auth: optional(record(anything, 'must be an object')),
  query: optional(texts),
  headers: optional(texts),
  path: optional(matching(/^\//, 'must start with "/"')),
  transports: withDefault(transports, ['websocket']),
  upgrade: withDefault(flag, true),
  reconnection: withDefault(either<unknown>([flag, reconnection], 'must be true, false or { attempts, delay, delayMax }'), false),
  perMessageDeflate: withDefault(flag, false),
  timeout: withDefault(milliseconds, 20_000),
  answerTimeout: withDefault(milliseconds, 10_000),
}

/** Events that carry messages. */
export const messagesSchema: Check<readonly string[]> = list(name, 'must be a list of events')

const schema = object({
  ...connectShape,
  recipients: optional(either<unknown>([recipient, list(recipient, '', 1)], 'must be a name, a number, or a list of them')),
  messages: optional(messagesSchema),
  payload: optional(callback),
  on: optional(record(callback, 'must be an object of functions')),
  onDisconnect: optional(callback),
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
