import type { ServerResponse } from 'node:http'

/** Answers with a short text. */
export function answerText(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, ['content-type', type, 'content-length', String(Buffer.byteLength(text))])
  response.end(text)
}

/** Answers with a message and its status, as both bridges do. */
export function answerJson(response: ServerResponse, status: number, json: string): void {
  answerText(response, status, json, 'application/json')
}

/** Answers without a body. */
export function answerEmpty(response: ServerResponse, status: number, headers: readonly string[] = []): void {
  response.writeHead(status, ['content-length', '0', ...headers])
  response.end()
}

/** A message and a status as JSON. */
export function statusJson(message: string, statusCode: number): string {
  return JSON.stringify({ message, statusCode })
}
