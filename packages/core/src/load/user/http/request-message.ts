import { tellsNoBody } from '../../http/request-config.ts'
import type { RequestBody } from './request-body.ts'

/**
 * Puts a request together as it is sent: as bytes, or as a text of one character a byte.
 *
 * @param head its lines up to here, each with its end; `Content-Length` and the blank line are added
 */
export function encodeMessage(method: string, head: string, body: RequestBody | undefined): Uint8Array | string {
  // Without a body a server expects to be told so of these, and of no others (RFC 9110, section 8.6).
  if (body === undefined) return tellsNoBody(method) ? `${head}content-length: 0\r\n\r\n` : `${head}\r\n`
  const { content } = body
  if (typeof content !== 'string') return joined(`${head}content-length: ${content.length}\r\n\r\n`, content)
  const length = Buffer.byteLength(content)
  const lines = `${head}content-length: ${length}\r\n\r\n`
  // As many bytes as characters: it is ASCII.
  return length === content.length ? lines + content : joined(lines, Buffer.from(content))
}

function joined(head: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(head.length + content.length)
  bytes.write(head, 'latin1')
  bytes.set(content, head.length)
  return bytes
}
