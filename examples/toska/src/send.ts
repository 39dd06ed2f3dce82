import type { ServerResponse } from 'node:http'

/** The header of every response of Toska: it is not to be cached. */
export const notKept: readonly string[] = ['cache-control', 'max-age=0, private, must-revalidate']

/** Sends a value as JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendText(response, status, JSON.stringify(value), ['vary', 'accept-encoding'])
}

/** Sends a text that is JSON. */
export function sendText(response: ServerResponse, status: number, json: string, headers: readonly string[] = []): void {
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

/** Sends an error and its details. */
export function sendError(response: ServerResponse, status: number, error: string, more: object = {}): void {
  sendJson(response, status, { error, ...more })
}
