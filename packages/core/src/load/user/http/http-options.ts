import type { FormField } from '../../http/request-config.ts'

/** What an answer must look like to count as `ok`, in a journey. */
export interface JourneyExpect {
  /** Accepted statuses; without it 200 to 399. */
  readonly status?: number | readonly number[]
  /** The exact body, a pattern it matches, or a function that says whether it is right. */
  readonly body?: string | RegExp | ((text: string) => boolean)
  /** Says whether the body, parsed as JSON, is right. */
  readonly json?: (value: unknown) => boolean
}

/** How one request of a journey is sent. */
export interface HttpOptions {
  /** They override those of the scenario, whatever the case of their names. No encoding of the answer is accepted unless `accept-encoding` is given. */
  readonly headers?: Readonly<Record<string, string>>
  /** Added to the path. A list gives the key several times; `undefined` leaves it out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined | readonly (string | number | boolean)[]>>
  /** Sent as it is, without a content type. A request has at most one of `body`, `json`, `form` and `multipart`. */
  readonly body?: string | Uint8Array
  /** Sent as JSON with its content type. */
  readonly json?: unknown
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: Readonly<Record<string, string | number | boolean>>
  /** Sent as `multipart/form-data`. */
  readonly multipart?: Readonly<Record<string, string | FormField>>
  /** Basic authentication, or a bearer token. */
  readonly auth?: { readonly username: string; readonly password: string } | { readonly bearer: string }
  readonly expect?: JourneyExpect
  /** Name of the endpoint in the result, in place of method and path. */
  readonly name?: string
  /** Each pair makes a series of its own, such as `{ kind: 'write' }`. */
  readonly tags?: Readonly<Record<string, string>>
  /** How long the answer may take from the send, as `500ms` or in seconds. Default: that of the config. */
  readonly timeout?: string | number
  /** How many redirects are followed; one more rejects. Each is a request of its own. Default 10; 0 gives the redirect itself. */
  readonly redirects?: number
  /** Reads the body and forgets it. Default false. */
  readonly discardBody?: boolean
}
