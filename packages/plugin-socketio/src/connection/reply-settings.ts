import { checkOptions, milliseconds, name, strictObject } from '@benchpress/plugin-options'
import * as v from 'valibot'
import { eventName } from './text-of.ts'
import type { RequestOptions, WaitOptions } from '../socketio-client.ts'

/** Whether an event is the awaited one. */
export type Match = (...values: readonly unknown[]) => boolean

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
