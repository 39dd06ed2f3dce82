import {
  callback,
  checkOptions,
  count,
  either,
  flag,
  milliseconds,
  name,
  plainObject,
  recipients,
  strictObject,
  text,
  texts,
} from '@benchpress/plugin-options'
import * as v from 'valibot'
import type { ConnectOptions, Reconnection, Transport, RequestOptions, WaitOptions } from '../socketio-client.ts'

const transport = v.picklist(['polling', 'websocket'], 'must be "polling" or "websocket"')
const transportsKind = 'must be a list of "polling" and "websocket", with one at least'
const transports = v.pipe(v.array(transport, transportsKind), v.nonEmpty(transportsKind))
const reconnection = strictObject({
  attempts: v.optional(count),
  delay: v.optional(milliseconds),
  delayMax: v.optional(milliseconds),
})

/** The schema of each option that is data. */
export const connectShape: Readonly<
  Record<Exclude<keyof ConnectOptions, 'recipients' | 'messages' | 'payload' | 'on' | 'onDisconnect'>, v.GenericSchema>
> = {
  auth: v.optional(plainObject('must be an object')),
  query: v.optional(texts),
  headers: v.optional(texts),
  path: v.optional(v.pipe(text, v.regex(/^\//, 'must start with "/"'))),
  transports: v.optional(transports, ['websocket']),
  upgrade: v.optional(flag, true),
  reconnection: v.optional(either([flag, reconnection], 'must be true, false or { attempts, delay, delayMax }'), false),
  withCredentials: v.optional(flag, true),
  perMessageDeflate: v.optional(flag, false),
  timeout: v.optional(milliseconds, '20s'),
  replyTimeout: v.optional(milliseconds, '10s'),
}

/** Events that carry messages. */
export const messagesSchema: v.GenericSchema<readonly string[]> = v.array(name, 'must be a list of events')

const schema = strictObject({
  ...connectShape,
  recipients: v.optional(recipients),
  messages: v.optional(messagesSchema),
  payload: v.optional(callback),
  on: v.optional(v.pipe(plainObject('must be an object of functions'), v.record(v.string(), callback))),
  onDisconnect: v.optional(callback),
})

/** The options of a connection with their defaults; times in milliseconds. */
export interface ConnectSettings extends Omit<ConnectOptions, 'transports' | 'reconnection'> {
  readonly transports: readonly Transport[]
  readonly upgrade: boolean
  readonly reconnection: boolean | (Reconnection & { readonly delay?: number; readonly delayMax?: number })
  readonly withCredentials: boolean
  readonly perMessageDeflate: boolean
  readonly timeout: number
  readonly replyTimeout: number
}

/** Checks and completes the options of a connection. */
export function readConnectOptions(options: ConnectOptions): ConnectSettings {
  return checkOptions(schema, options, 'socketio.connect') as unknown as ConnectSettings
}

/** The schema of the name of an event. */
export const eventName: v.GenericSchema<string> = v.custom(
  (value) => typeof value === 'string' && value !== '',
  'must be the name of an event',
)

/** Whether an event is the awaited one. */
export type Match = (...values: readonly unknown[]) => unknown

const match = v.custom<Match>((value) => typeof value === 'function', 'must be a function')
const waitSchema = strictObject({ match: v.optional(match), timeout: v.optional(milliseconds) })
const requestSchema = strictObject({
  reply: eventName,
  match: v.optional(v.union([name, match], 'must be a function, or the name of a member')),
  timeout: v.optional(milliseconds),
})

/** The awaited reply, and its timeout in milliseconds. */
export interface ReplySettings {
  readonly match: Match | undefined
  readonly timeout: number
  /** Whether the reply belongs to a single request. */
  readonly isRequest: boolean
}

/** @throws TypeError with everything that is wrong with the options */
export function readWaitOptions(options: WaitOptions, timeout: number): ReplySettings {
  const checked = checkOptions(waitSchema, options, 'waitFor')
  return { match: checked.match, timeout: checked.timeout ?? timeout, isRequest: false }
}

/** @throws TypeError with everything that is wrong with the options */
export function readRequestOptions(payload: unknown, options: RequestOptions, timeout: number): ReplySettings & { readonly reply: string } {
  const checked = checkOptions(requestSchema, options, 'request')
  return {
    reply: checked.reply,
    match: typeof checked.match === 'string' ? matchMember(checked.match, payload) : checked.match,
    timeout: checked.timeout ?? timeout,
    isRequest: true,
  }
}

function matchMember(member: string, payload: unknown): Match {
  const expected = memberOf(payload, member)
  return (reply) => memberOf(reply, member) === expected
}

function memberOf(value: unknown, member: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[member]
}
