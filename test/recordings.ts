import { readFileSync } from 'node:fs'

/** One exchange with a published program, as it was recorded on the loopback. */
export interface RecordedExchange {
  readonly method: string
  readonly path: string
  /** Of the request; without it there was none. */
  readonly body?: string
  readonly status: number
  /** Of the response, without `date`. */
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
 * Does a recorded request again.
 *
 * Headers are those that the recording has and a load can depend on: no lengths, which depend on times in the body, and no
 * compression, for which no load of ours asks.
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

/** What comes back of a request, as far as it is compared. */
export interface ReplayedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly response: string
}

/** What a replayed request must give: what was recorded, but for times. */
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

/** Replaces milliseconds since 1970, and times as they are written. */
function withoutTimes(text: string): string {
  return text.replaceAll(/\b1[78]\d{11}\b/g, '<time>').replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '<time>')
}
