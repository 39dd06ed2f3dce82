import type { Dial, SocketEvents } from '../../src/load/wire/dial.ts'

/** The other end of an in-memory socket. */
export interface MemoryServer {
  readonly dial: Dial
  /** What was written to the open socket and not yet taken, as text. */
  take(): string
  /** Sends bytes, or their text, to the open socket. */
  send(bytes: string | Buffer): void
  /** Closes the open socket from the server's side. */
  close(): void
  fail(error: NodeJS.ErrnoException): void
  readonly dials: number
}

/** A socket in memory: it opens at once, and its server does what the test says. */
export function createMemoryServer(): MemoryServer {
  const buffer = Buffer.alloc(64 * 1024)
  let events: SocketEvents | undefined
  let written: string[] = []
  let dials = 0
  return {
    get dials() {
      return dials
    },
    dial: (listener) => {
      dials += 1
      events = listener
      queueMicrotask(() => {
        listener.onConnect()
        listener.onReady()
      })
      return {
        write: (bytes) => void written.push(Buffer.from(bytes).toString('latin1')),
        keepAlive: () => {},
        destroy: () => {
          if (events === listener) events = undefined
        },
      }
    },
    take: () => {
      const text = written.join('')
      written = []
      return text
    },
    send: (bytes) => events?.onRead(buffer, typeof bytes === 'string' ? buffer.write(bytes, 'latin1') : bytes.copy(buffer)),
    close: () => events?.onEnd(),
    fail: (error) => events?.onError(error),
  }
}
