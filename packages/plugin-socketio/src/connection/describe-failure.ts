import type { PluginOutcome } from '@benchpress/core/plugin'
import { hasResponded } from './watch-requests.ts'

// How a server refuses a message, by the code of a WebSocket or the status of polling.
const tooBigCode = 1009
const tooBigStatus = 413

// `maxHttpBufferSize` of a server of Socket.IO, by default.
const usualLimit = 1e6

// Responses of engine.io to refused requests, by code.
const unknownSession = 1

interface TransportFailure {
  readonly message?: string
  /** Status of the response for polling; an event for a WebSocket. */
  readonly description?: unknown
  /** The request of polling. */
  readonly context?: { readonly responseText?: unknown }
  readonly type?: string
}

/** Describes why a connection could not be opened, by the fault of the target and the error of `connect_error` of socket.io-client. */
export function describeRefusal(error: unknown, timeout: string): string {
  const { message = String(error) } = error as TransportFailure
  if (message === 'timeout') return `no response within ${timeout}`
  return describeTransport(error, 'refused') ?? `refused by the target: ${message}`
}

/** Finds the outcome of a failed attempt to connect by the same error: whether the target responded, and with what. */
export function outcomeOfRefusal(error: unknown): PluginOutcome {
  const { message = '', description, context } = error as TransportFailure
  if (message === 'timeout') return 'timeout'
  // Polling has a status of 0 without a response.
  if (message.startsWith('xhr ')) return description === 0 && !hasResponded(context?.responseText) ? 'refused' : 'error'
  if (message !== 'websocket error') return 'error'
  return statusOf(description) === undefined ? 'refused' : 'error'
}

/** The sizes of messages over one transport, in bytes. */
interface SentSizes {
  readonly last: number
  readonly largest: number
}

/** Describes how a connection ended, by the reason and the details of `disconnect` of socket.io-client, and by what was sent before. */
export function describeDisconnect(reason: string, details: unknown, sent: SentSizes): string {
  if (reason === 'ping timeout') return 'ping timeout: the target was silent for longer than it had said'
  const more = describeEnd(reason, details)
  const described = more === undefined ? reason : `${reason}: ${more}`
  if (isTooBig(details)) return `${described}; the largest message sent had ${formatSize(sent.largest)}`
  if (!reason.startsWith('transport') || sent.last <= usualLimit) return described
  return `${described}; the last message sent had ${formatSize(sent.last)}, and a target takes 1 MB by default`
}

function describeEnd(reason: string, details: unknown): string | undefined {
  if (reason === 'parse error') return details instanceof Error ? details.message : undefined
  if (reason === 'transport error') return describeTransport(details, 'failed')
  return isTooBig(details) ? `message too big (code ${tooBigCode})` : undefined
}

function isTooBig(details: unknown): boolean {
  const { description, context } = (details ?? {}) as { readonly description?: unknown; readonly context?: { readonly code?: unknown } }
  return context?.code === tooBigCode || description === tooBigStatus
}

function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Number((bytes / 1e3).toPrecision(3))} kB` : `${Number((bytes / 1e6).toPrecision(3))} MB`
}

/** Describes why a connection stays on polling, by the error of `upgradeError` of engine.io-client. */
export function describeUpgradeFailure(error: unknown): string {
  const { message = '' } = error as TransportFailure
  const cause = message.replace(/^probe error(: (Error: )?)?/, '')
  if (cause === 'socket closed') return 'unfinished: the connection ended first'
  return `upgrade failed: ${cause === '' ? 'wrong response to the probe' : cause}; the connection stays on polling`
}

function describeTransport(error: unknown, verb: string): string | undefined {
  const { message = '', description, context } = (error ?? {}) as TransportFailure
  if (message.startsWith('xhr ')) return describePolling(description, context?.responseText, verb)
  if (message !== 'websocket error') return undefined
  const { message: cause = '', error: inner } = (description ?? {}) as { readonly message?: string; readonly error?: { code?: string } }
  const status = statusOf(description)
  return `websocket ${verb}: ${status === undefined ? (inner?.code ?? cause) : `status ${status}`}`
}

// The response of the target in place of a WebSocket.
function statusOf(description: unknown): string | undefined {
  const { message = '' } = (description ?? {}) as TransportFailure
  return /Unexpected server response: (\d+)/.exec(message)?.[1]
}

function describePolling(status: unknown, body: unknown, verb: string): string {
  const text = typeof body === 'string' ? body : ''
  const response = readResponse(text)
  if (response?.code === unknownSession) return `${response.message}: the session has ended, or another server has opened it`
  // Without a response the text is the stack of an error.
  if (status === 0) return `polling ${verb}: ${/\bE[A-Z]{3,}\b/.exec(text)?.[0] ?? /^(?:\w*Error: )?(.+)/.exec(text)?.[1] ?? 'no response'}`
  return `polling ${verb}: status ${String(status)}${response === undefined ? '' : ` (${response.message})`}`
}

function readResponse(text: string): { readonly code: number; readonly message: string } | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const { code, message } = JSON.parse(text) as { readonly code?: unknown; readonly message?: unknown }
    return typeof code === 'number' && typeof message === 'string' ? { code, message } : undefined
  } catch {
    return undefined
  }
}
