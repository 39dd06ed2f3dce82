import { vi } from 'vitest'
import type {
  HttpClient,
  HttpStream,
  HttpStreamOptions,
  StreamEnd,
  StreamHandler,
  StreamHead,
  RoutePath,
} from '../../../src/load/user/http/http-client.ts'

/** A stream, and all events of it. */
export class HeardStream implements StreamHandler {
  readonly stream: HttpStream
  readonly heads: StreamHead[] = []
  readonly ends: StreamEnd[] = []
  /** In the order of the calls: `head`, `bytes` and `end`. */
  readonly calls: string[] = []
  /** When the bytes of each call arrived. */
  readonly times: number[] = []
  text = ''

  constructor(http: HttpClient, path: string | RoutePath, options: HttpStreamOptions = {}) {
    this.stream = http.stream(path, options, this)
    if (this.calls.length > 0) throw new Error('the handler was called before the call had returned')
  }

  /** The only end there is. */
  get end(): Pick<StreamEnd, 'by' | 'reason'> | undefined {
    const [end] = this.ends
    return end === undefined ? undefined : { by: end.by, reason: end.reason }
  }

  onHead(head: StreamHead): void {
    this.calls.push('head')
    this.heads.push(head)
  }

  onBytes(buffer: Buffer, start: number, end: number, at: number): void {
    this.calls.push('bytes')
    this.text += buffer.toString('latin1', start, end)
    this.times.push(at)
  }

  onEnd(end: StreamEnd): void {
    this.calls.push('end')
    this.ends.push(end)
  }

  async opened(): Promise<StreamHead> {
    await vi.waitUntil(() => this.heads.length + this.ends.length > 0, { interval: 2, timeout: 20_000 })
    const [head] = this.heads
    if (head === undefined) throw new Error(`it was not opened: ${this.end?.reason}`)
    return head
  }

  /** Waits until this text has arrived, all in all. */
  async heard(text: string): Promise<void> {
    await vi.waitUntil(() => this.text.length >= text.length, { interval: 2, timeout: 20_000 })
    if (this.text !== text) throw new Error(`heard ${JSON.stringify(this.text)}`)
  }

  async ended(): Promise<Pick<StreamEnd, 'by' | 'reason'> | undefined> {
    await vi.waitUntil(() => this.ends.length > 0, { interval: 2, timeout: 20_000 })
    return this.end
  }
}
