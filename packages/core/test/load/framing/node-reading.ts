import { createRequire } from 'node:module'
import type { ReadMessage, Reading, Stream } from './reading.ts'

interface NodeParser {
  initialize(type: number, resource: object): void
  execute(bytes: Buffer): number | (Error & { code: string; reason: string })
  finish(): undefined | (Error & { code: string; reason: string })
  /** Frees it; the collector alone never would. */
  close(): void
  [callback: number]: unknown
}

interface NodeParserClass {
  new (): NodeParser
  readonly RESPONSE: number
  readonly kOnHeaders: number
  readonly kOnHeadersComplete: number
  readonly kOnBody: number
  readonly kOnMessageComplete: number
}

// The parser of http.request itself; Node.js offers no other way to it.
const { HTTPParser } = createRequire(import.meta.url)('_http_common') as { HTTPParser: NodeParserClass }
const [noSpecialTreatment, skipBody, upgraded] = [0, 1, 2]

/** Reads a stream by Node's own parser, answering its questions as `http.request` does, all at once or byte by byte. */
export function readByNode(stream: Stream, byByte: boolean = false): Reading {
  const run = new NodeRun(stream)
  const size = byByte ? 1 : stream.bytes.length
  for (let from = 0; from < stream.bytes.length && run.outcome === undefined; from += size) {
    run.execute(stream.bytes.subarray(from, from + size), byByte ? from + 1 : 0)
  }
  const outcome = run.outcome ?? run.finish()
  run.close()
  return { messages: run.messages, ends: run.ends, outcome, error: run.error }
}

class NodeRun {
  readonly messages: ReadMessage[] = []
  readonly ends: number[] = []
  outcome: Reading['outcome'] | undefined
  error = ''
  readonly #parser = new HTTPParser()
  readonly #stream: Stream
  #current: ReadMessage | undefined
  #isInterim = false
  #headers: string[] = []
  #at = 0

  constructor(stream: Stream) {
    this.#stream = stream
    const parser = this.#parser
    parser.initialize(HTTPParser.RESPONSE, {})
    parser[HTTPParser.kOnHeaders] = (headers: string[]): void => {
      this.#headers.push(...headers)
    }
    parser[HTTPParser.kOnHeadersComplete] = (...facts: unknown[]): number => this.#onHead(facts)
    parser[HTTPParser.kOnBody] = (bytes: Buffer): void => {
      if (this.#current !== undefined) this.#current.body += bytes.toString('latin1')
    }
    parser[HTTPParser.kOnMessageComplete] = (): void => this.#onComplete()
  }

  execute(bytes: Buffer, at: number): void {
    this.#at = at
    const result = this.#parser.execute(bytes)
    if (typeof result === 'number') return
    this.outcome = 'refused'
    this.error = `${result.code}: ${result.reason}`
  }

  finish(): Reading['outcome'] {
    const wasComplete = this.messages.every((message) => message.isComplete)
    this.#at = 0
    if (this.#parser.finish() !== undefined) return 'truncated'
    return wasComplete ? 'idle' : 'complete'
  }

  close(): void {
    this.#parser.close()
  }

  #onHead(facts: unknown[]): number {
    const [, , headers, , , status, reason, isUpgrade, keepAlive] = facts as [
      number,
      number,
      string[] | undefined,
      unknown,
      unknown,
      number,
      string,
      boolean,
      boolean,
    ]
    const all = [...this.#headers, ...(headers ?? [])]
    this.#headers = []
    this.#isInterim = status >= 100 && status < 200
    if (status === 101) this.outcome = 'switched'
    if (isUpgrade) return upgraded
    if (this.#isInterim) return skipBody
    const respondsToHead = this.#stream.headRequests[this.messages.length] === true
    this.#current = { status, reason, headers: all, keepAlive: respondsToHead ? undefined : keepAlive, body: '', isComplete: false }
    this.messages.push(this.#current)
    return respondsToHead ? skipBody : noSpecialTreatment
  }

  #onComplete(): void {
    this.#headers = []
    if (this.#isInterim || this.#current === undefined) return
    this.#current.isComplete = true
    if (this.#at > 0) this.ends.push(this.#at)
  }
}
