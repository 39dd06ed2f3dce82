import type { IncomingMessage } from 'node:http'

/**
 * Reads the body of a request and calls `take` with it once, or never when the request ends before its body.
 *
 * @param take receives `undefined` for a body above the limit, whose rest is left unread
 */
export function readBody(request: IncomingMessage, limit: number, take: (body: Buffer | undefined) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    take(undefined)
    return
  }
  let body: Buffer | undefined
  let tooLarge = false
  request.on('data', (part: Buffer) => {
    if (tooLarge) return
    body = body === undefined ? part : Buffer.concat([body, part])
    if (body.length <= limit) return
    tooLarge = true
    take(undefined)
  })
  request.on('end', () => {
    if (!tooLarge) take(body ?? Buffer.alloc(0))
  })
}
