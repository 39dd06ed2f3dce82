import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type * as Api from '@opentelemetry/api'
import { inOneLine } from '../format/texts.ts'

type Diagnostics = Pick<typeof Api, 'diag' | 'DiagLogLevel'>

/** What OTLP calls a partial success, as a collector wrote it. */
interface PartialSuccess {
  /** A count of 64 bits, which JSON has as text. */
  readonly rejectedDataPoints?: unknown
  readonly errorMessage?: unknown
}

const responded = 'http.client.response.finish'

/**
 * Notes how a collector replies, of which OpenTelemetry's exporter keeps little: with which status where it would be asked again, and what it says of metrics
 * that it took in part.
 *
 * The exporter tells the latter only to the logger of its process, which this takes while it is open.
 */
export class CollectorReplies {
  readonly #url: URL
  readonly #diagnostics: Diagnostics
  #statuses: string[] = []
  #partial: PartialSuccess = {}

  constructor(url: string, diagnostics: Diagnostics) {
    this.#url = new URL(url)
    this.#diagnostics = diagnostics
    const ignore = (): void => undefined
    const logger: Api.DiagLogger = {
      error: ignore,
      warn: (_message, ...details) => this.#read(details),
      info: ignore,
      debug: ignore,
      verbose: ignore,
    }
    diagnostics.diag.setLogger(logger, { logLevel: diagnostics.DiagLogLevel.WARN, suppressOverrideMessage: true })
    subscribe(responded, this.#onResponse)
  }

  /** The number of data points that the collector rejected although it took the others, and what it said; 0 and empty where it took all without a word. */
  get partial(): { readonly rejected: number; readonly message: string } {
    const { rejectedDataPoints = 0, errorMessage } = this.#partial
    return { rejected: Number(rejectedDataPoints), message: typeof errorMessage === 'string' ? inOneLine(errorMessage) : '' }
  }

  /** Why the collector did not take the metrics: its last status, with its body where there was one, or how the connection failed. */
  describe(error: Error): string {
    const status = this.#statuses.at(-1)
    if (status !== undefined) {
      const times = this.#statuses.length === 1 ? '' : `, the last of ${this.#statuses.length} times`
      const said = 'data' in error && typeof error.data === 'string' ? inOneLine(error.data) : ''
      return `it responded with ${status}${times}${said === '' ? '' : `: ${said}`}`
    }
    // Where several addresses were tried, the error of all of them has no message.
    return error.message === '' && 'code' in error ? String(error.code) : error.message
  }

  close(): void {
    unsubscribe(responded, this.#onResponse)
    this.#diagnostics.diag.disable()
  }

  readonly #onResponse = (event: unknown): void => {
    const { request, response } = event as { readonly request: ClientRequest; readonly response: IncomingMessage }
    if (request.getHeader('host') !== this.#url.host || request.path !== `${this.#url.pathname}${this.#url.search}`) return
    this.#statuses.push(`${response.statusCode} ${response.statusMessage}`.trimEnd())
  }

  #read(details: readonly unknown[]): void {
    const [text] = details
    if (typeof text !== 'string') return
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'object' && value !== null && ('rejectedDataPoints' in value || 'errorMessage' in value)) this.#partial = value
    } catch {
      // Another warning.
    }
  }
}
