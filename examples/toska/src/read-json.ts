import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { sendError } from './send.ts'

/**
 * Reads the body of a request as JSON of a shape.
 *
 * @returns `undefined` for an invalid body, to which an error is sent, or when the request ended before its body
 */
export async function readJson<Body>(
  request: IncomingMessage,
  response: ServerResponse,
  { schema, limit }: { readonly schema: z.ZodType<Body>; readonly limit: number },
): Promise<Body | undefined> {
  const bytes = await readBytes(request, limit)
  if (bytes === 'closed') return undefined
  if (bytes === 'too large') {
    // The rest of the body is left unread, so the connection is closed.
    response.setHeader('connection', 'close')
    sendError(response, 413, 'Body too large')
    return undefined
  }
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    // Toska's parser closes the connection without a response before the store sees the request.
    response.writeHead(400, ['connection', 'close', 'content-length', '0']).end()
    return undefined
  }
  const { data, error } = schema.safeParse(value)
  if (error !== undefined) sendError(response, 400, error.issues[0]?.message ?? 'Invalid body')
  return data
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | 'too large' | 'closed'> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      resolve('too large')
      return
    }
    const parts: Buffer[] = []
    let size = 0
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size > limit) resolve('too large')
      else parts.push(part)
    })
    request.on('end', () => resolve(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)))
    request.on('close', () => resolve('closed'))
  })
}
