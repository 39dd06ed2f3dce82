import type { PluginOutcome } from '@benchpress/core/plugin'
import type { CommandOutcome } from '../redis-error.ts'

/** The end of a connection, or of an attempt to open one. */
export interface Loss {
  readonly outcome: Exclude<CommandOutcome, 'ok'>
  /** First word of the error reply that refused the connection; otherwise the code of an error, or the outcome. */
  readonly kind: string
  /** Reason as text, without secrets. */
  readonly reason: string
}

/** The server closed the connection. */
export const closedByServer: Loss = { outcome: 'closed', kind: 'closed', reason: 'the server closed the connection before it replied' }
/** The server closed the connection before a reply. */
export const closedWhileOpening: Loss = { outcome: 'refused', kind: 'closed', reason: 'refused: the server closed the connection at once' }
/** The client closed the connection, because the user had to stop. */
export const closedByUs: Loss = { outcome: 'aborted', kind: 'aborted', reason: 'aborted: its user had to stop' }
/** The client closed the connection, because another command had no reply in time. */
export const closedBehindTimeout: Loss = {
  outcome: 'aborted',
  kind: 'aborted',
  reason: 'aborted: a command before it had no reply in time, so that the connection was closed',
}

const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT'])

/** The end of an open connection, by the error of the socket or the parser. */
export function lossOfOpen(error: Error): Loss {
  const code = codeOf(error)
  if (code === undefined || code === '')
    return { outcome: 'protocol_error', kind: 'protocol_error', reason: `no RESP came: ${error.message}` }
  const outcome = resetCodes.has(code) ? 'reset' : 'closed'
  return { outcome, kind: outcome, reason: `${outcome}: ${error.message}` }
}

/** Why a connection could not be opened. */
export function lossOfOpening(error: Error): Loss {
  const code = codeOf(error)
  if (code === 'ETIMEDOUT') return { outcome: 'timeout', kind: code, reason: 'timeout: no connection in time' }
  return { outcome: 'refused', kind: code ?? 'closed', reason: `refused: ${error.message}` }
}

/** The loss of a command with an error reply. */
export function lossOfReply(error: Error, password: string | null): Loss {
  const message = password === null || password === '' ? error.message : error.message.replaceAll(password, '[redacted]')
  return { outcome: 'error', kind: kindOf(message), reason: message }
}

/** The outcome by core's names. */
export function outcomeInCore(outcome: CommandOutcome): PluginOutcome {
  return outcome === 'closed' ? 'closed_early' : outcome
}

/** Whether an error is a reply of a server. */
export function isErrorReply(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError'
}

/** The first word of an error reply, such as `WRONGTYPE`. */
export function kindOf(message: string): string {
  return /^\S+/.exec(message)?.[0] ?? 'ERR'
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
