import type { HeadCache } from './head-cache.ts'
import type { ResponseHead } from './response-head.ts'
export interface FramerSink {
  readonly wantsBody: boolean
  answersHead(): boolean
  onHead(head: ResponseHead): void
  onBody(buffer: Buffer, start: number, end: number): void
  onMessage(head: ResponseHead, bodyLength: number): boolean
}
export class ResponseFramer {
  error: string | undefined
  #sink: FramerSink
  #heads: HeadCache
  #rest: Buffer = Buffer.alloc(0)
  constructor(sink: FramerSink, heads: HeadCache) { this.#sink = sink; this.#heads = heads }
  push(buffer: Buffer, length: number): boolean {
    let data = buffer; let end = length; let pos = 0
    if (this.#rest.length > 0) { data = Buffer.concat([this.#rest, buffer.subarray(0, length)]); end = data.length; this.#rest = Buffer.alloc(0) }
    while (pos < end) {
      let head: ResponseHead
      const cached = this.#heads.bytes
      if (cached.length > 0 && end - pos >= cached.length && data.compare(cached, 0, cached.length, pos, pos + cached.length) === 0) head = this.#heads.head!
      else {
        const at = data.indexOf('\r\n\r\n', pos)
        if (at === -1 || at + 4 > end) break
        const text = data.latin1Slice(pos, at)
        const lines = text.split('\r\n')
        const m = /^HTTP\/1\.1 (\d{3}) ?(.*)$/.exec(lines[0]!)
        if (!m) { this.error = 'invalid status line'; return false }
        const headers = lines.slice(1).flatMap((l) => [l.slice(0, l.indexOf(':')), l.slice(l.indexOf(':') + 1).trim()])
        const get = (n: string) => { for (let i = 0; i < headers.length; i += 2) if (headers[i]!.toLowerCase() === n) return headers[i + 1]; return undefined }
        head = { status: Number(m[1]), reason: m[2]!, headers, contentLength: Number(get('content-length') ?? -1), chunked: get('transfer-encoding') === 'chunked', keepAlive: get('connection') !== 'close', length: at + 4 - pos }
        this.#heads.head = head
        this.#heads.bytes = Buffer.from(data.subarray(pos, at + 4))
      }
      const none = this.#sink.answersHead() || head.status === 204 || head.status === 304
      let bodyEnd = pos + head.length
      let body = ''
      if (!none && head.chunked) {
        const z = data.indexOf('0\r\n\r\n', bodyEnd)
        if (z === -1 || z + 5 > end) break
        const bodyStart = bodyEnd
        bodyEnd = z + 5
        body = data.latin1Slice(bodyStart, bodyEnd)
      } else if (!none) bodyEnd += Math.max(0, head.contentLength)
      if (bodyEnd > end) break
      this.#sink.onHead(head)
      if (this.#sink.wantsBody && !head.chunked && !none) this.#sink.onBody(data, pos + head.length, bodyEnd)
      pos = bodyEnd
      if (!this.#sink.onMessage(head, body.length)) return false
    }
    if (pos < end) this.#rest = Buffer.from(data.subarray(pos, end))
    return true
  }
  end(): 'idle' | 'complete' | 'truncated' { return this.#rest.length > 0 ? 'truncated' : 'idle' }
  reset(): void { this.#rest = Buffer.alloc(0); this.error = undefined }
}
