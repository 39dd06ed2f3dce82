import type { Session } from 'node:inspector'
import { placesIn } from '../user/failure.ts'

// Milliseconds for the thread to stop at a statement: a native call, such as the parsing of a large text, is not interrupted.
const patience = 5000

// A thread that is asked while it runs code without calls is not always paused at once.
const askAgain = 100

/**
 * Describes where a thread is stuck that has been silent for a number of microseconds: `stuck for 12 s at order.journey.ts:12:9 < shop.ts:3:5`.
 *
 * The thread must be terminated afterwards.
 */
export async function describeStuck(threadId: number, silence: number): Promise<string> {
  const place = await findPlace(threadId)
  return `stuck for ${Math.round(silence / 1e6)} s${place === undefined ? ', where is unknown' : ` at ${place}`}`
}

/** Finds what a thread is executing by pausing it with the debugger of V8; `undefined` when it cannot be paused in time. */
async function findPlace(threadId: number): Promise<string | undefined> {
  // A Node.js without an inspector does not have this module.
  const inspector = await import('node:inspector').catch(() => undefined)
  if (inspector === undefined) return undefined
  const session = new inspector.Session()
  try {
    session.connect()
    return await new Debugger(session, `[worker ${threadId}]`).find()
  } catch {
    return undefined
  } finally {
    session.disconnect()
  }
}

interface ThreadMessage {
  readonly id?: number
  readonly method?: string
  readonly params: {
    readonly scriptId: string
    readonly url: string
    readonly callFrames: readonly { readonly location: { scriptId: string; lineNumber: number; columnNumber?: number } }[]
  }
}

/** The debugger of a worker thread. A thread that is still paused when the session ends cannot always be terminated. */
class Debugger {
  readonly #session: Session
  readonly #urls = new Map<string, string>()
  readonly #found = Promise.withResolvers<string | undefined>()
  #stack: readonly string[] | undefined
  #sessionId: string | undefined

  /** @param title the beginning of the title of the thread */
  constructor(session: Session, title: string) {
    this.#session = session
    session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
      if (!workerInfo.title.startsWith(title)) return
      this.#sessionId = sessionId
      this.#send('enable')
    })
    session.on('NodeWorker.receivedMessageFromWorker', ({ params: { message } }) => this.#onMessage(JSON.parse(message) as ThreadMessage))
  }

  async find(): Promise<string | undefined> {
    const { promise, resolve } = this.#found
    this.#session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
    const asking = setInterval(() => this.#send(this.#stack === undefined ? 'pause' : 'disable'), askAgain)
    const timer = setTimeout(() => resolve(undefined), patience)
    return await promise.finally(() => {
      clearInterval(asking)
      clearTimeout(timer)
    })
  }

  #send(method: 'enable' | 'pause' | 'disable'): void {
    if (this.#sessionId === undefined) return
    const message = JSON.stringify({ id: method === 'disable' ? 1 : 0, method: `Debugger.${method}` })
    this.#session.post('NodeWorker.sendMessageToWorker', { sessionId: this.#sessionId, message })
  }

  #onMessage({ id, method, params }: ThreadMessage): void {
    if (id === 1) this.#found.resolve(placesIn(this.#stack ?? []))
    if (method === 'Debugger.scriptParsed') this.#urls.set(params.scriptId, params.url)
    if (method !== 'Debugger.paused') return
    this.#stack = params.callFrames.map(
      ({ location: { scriptId, lineNumber, columnNumber = 0 } }) => `at ${this.#urls.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1}`,
    )
    this.#send('disable')
  }
}
