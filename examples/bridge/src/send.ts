import type { ServerResponse } from 'node:http'

/** Sends a short text. */
export function sendText(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, ['content-type', type, 'content-length', String(Buffer.byteLength(text))])
  response.end(text)
}

/** Sends a message and its status like both bridges. */
export function sendJson(response: ServerResponse, status: number, json: string): void {
  sendText(response, status, json, 'application/json')
}

/** Sends a response without a body. */
export function sendEmpty(response: ServerResponse, status: number, headers: readonly string[] = []): void {
  response.writeHead(status, ['content-length', '0', ...headers])
  response.end()
}

/** A message and a status as JSON. */
export function statusJson(message: string, statusCode: number): string {
  return JSON.stringify({ message, statusCode })
}
