import type { ServerResponse } from 'node:http'

/** The header of every response of Toska: it is not to be cached. */
export const notKept: readonly string[] = ['cache-control', 'max-age=0, private, must-revalidate']

/** Answers with a value as JSON. */
export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  answerText(response, status, JSON.stringify(value), ['vary', 'accept-encoding'])
}

/** Answers with a text that is JSON. */
export function answerText(response: ServerResponse, status: number, json: string, headers: readonly string[] = []): void {
  response.writeHead(status, [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(json)),
    ...notKept,
    ...headers,
  ])
  response.end(json)
}

/** Answers with an error and its details. */
export function answerError(response: ServerResponse, status: number, error: string, more: object = {}): void {
  answerJson(response, status, { error, ...more })
}
