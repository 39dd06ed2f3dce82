import { readFileSync } from 'node:fs'

/** One recorded exchange with a published program. */
export interface RecordedExchange {
  readonly method: string
  readonly path: string
  /** Body of the request; missing without one. */
  readonly body?: string
  readonly status: number
  /** Headers of the response, without `date`. */
  readonly headers: Readonly<Record<string, string>>
  /** The body of the response, or its beginning. */
  readonly response: string
  /** Whether only the beginning of the response was kept. */
  readonly cut?: boolean
}

/** Reads a recording of a published program. */
export function readRecording(file: URL): readonly RecordedExchange[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly exchanges: readonly RecordedExchange[] }).exchanges
}

/**
 * Sends a recorded request again.
 *
 * Headers are those of the recording that a load can depend on: no lengths, which depend on times in the body, and no compression, which no load asks for.
 */
export async function replay(base: string, { method, path, body, headers, response, cut }: RecordedExchange): Promise<ReplayedResponse> {
  const given = await fetch(`${base}${path}`, { method, ...(body !== undefined && { body }) })
  const text = await given.text()
  return {
    status: given.status,
    headers: Object.fromEntries(Object.keys(headers).flatMap((name) => (matters(name) ? [[name, given.headers.get(name)]] : []))),
    response: withoutTimes(cut === true ? text.slice(0, response.length) : text),
  }
}

/** The compared parts of a response. */
export interface ReplayedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly response: string
}

/** The expected response of a replayed request: the recorded one, without times. */
export function expectedOf({ status, headers, response }: RecordedExchange): ReplayedResponse {
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => matters(name))),
    response: withoutTimes(response),
  }
}

const transport = new Set(['connection', 'content-encoding', 'content-length', 'transfer-encoding'])

function matters(header: string): boolean {
  return !transport.has(header)
}

/** Replaces milliseconds since 1970, and written times. */
function withoutTimes(text: string): string {
  return text.replaceAll(/\b1[78]\d{11}\b/g, '<time>').replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '<time>')
}
