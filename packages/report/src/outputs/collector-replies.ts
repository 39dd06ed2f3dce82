import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type * as Api from '@opentelemetry/api'
import { inOneLine } from '../format/texts.ts'

type Diagnostics = Pick<typeof Api, 'diag' | 'DiagLogLevel'>

/** A partial success of OTLP, as a collector sent it. */
interface PartialSuccess {
  /** A 64-bit count, which is a string in JSON. */
  readonly rejectedDataPoints?: unknown
  readonly errorMessage?: unknown
}

const responded = 'http.client.response.finish'

/**
 * Records the responses of a collector, of which OpenTelemetry's exporter keeps little: the status of a response that is retried, and the message about metrics
 * that were accepted in part.
 *
 * The exporter passes that message only to the logger of its process, which this class replaces while it is open.
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

  /**
   * The number of data points that the collector rejected although it took the others, and its message; 0 and empty where it accepted everything without a
   * message.
   */
  get partial(): { readonly rejected: number; readonly message: string } {
    const { rejectedDataPoints = 0, errorMessage } = this.#partial
    return { rejected: Number(rejectedDataPoints), message: typeof errorMessage === 'string' ? inOneLine(errorMessage) : '' }
  }

  /** Why the collector did not accept the metrics: its last status, with its body where there was one, or how the connection failed. */
  describe(error: Error): string {
    const status = this.#statuses.at(-1)
    if (status !== undefined) {
      const times = this.#statuses.length === 1 ? '' : `, the last of ${this.#statuses.length} times`
      const said = 'data' in error && typeof error.data === 'string' ? inOneLine(error.data) : ''
      return `it responded with ${status}${times}${said === '' ? '' : `: ${said}`}`
    }
    // The error of several tried addresses has no message of its own.
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
      // A warning about something else.
    }
  }
}
