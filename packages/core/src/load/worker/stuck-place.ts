import { realpathSync } from 'node:fs'
import type { Session } from 'node:inspector'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { placesIn } from '../user/failure.ts'
import type { LocalShare } from './thread-messages.ts'

// Milliseconds for the thread to stop at a statement: a native call, such as the parsing of a large text, is not interrupted.
const patience = 5000

// A thread that is asked while it runs code without calls is not always paused at once.
const askAgain = 100

/**
 * Describes where a thread is stuck that has been silent for a number of microseconds: `stuck for 12 s at order.journey.ts:12:9, in the scenario "orders"`.
 *
 * The thread must be terminated afterwards.
 */
export async function describeStuck(threadId: number, { scenarios }: LocalShare, silence: number): Promise<string> {
  const place = await findPlace(threadId)
  const isThere = (module: string): boolean => place?.modules.includes(realUrl(module)) === true
  const there = scenarios.filter(
    (scenario) =>
      scenario.kind === 'users' &&
      scenario.action.kind === 'journeys' &&
      scenario.action.journeys.some(({ from }) => 'module' in from && isThere(from.module)),
  )
  const names = there.map(({ name }) => `"${name}"`).join(' or ')
  const at = place === undefined ? ', where is unknown' : ` at ${place.at ?? place.modules[0] ?? 'an unknown place'}`
  return `stuck for ${Math.round(silence / 1e6)} s${at}${names === '' ? '' : `, in the scenario ${names}`}`
}

// Node.js resolves links in the paths of modules.
function realUrl(module: string): string {
  try {
    return pathToFileURL(realpathSync(module.startsWith('file:') ? fileURLToPath(module) : module)).href
  } catch {
    return module
  }
}

/** A place in the code that a thread was executing. */
interface Place {
  /** The innermost places in code of the user, such as `order.journey.ts:12:9 < shop.ts:3:5`; `undefined` when there are none. */
  readonly at: string | undefined
  /** URLs of all modules on the stack, the innermost first. */
  readonly modules: readonly string[]
}

/** Finds what a thread is executing by pausing it with the debugger of V8; `undefined` when it cannot be paused in time. */
async function findPlace(threadId: number): Promise<Place | undefined> {
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
  readonly #found = Promise.withResolvers<Place | undefined>()
  #place: Place | undefined
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

  async find(): Promise<Place | undefined> {
    const { promise, resolve } = this.#found
    this.#session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
    const asking = setInterval(() => this.#send(this.#place === undefined ? 'pause' : 'disable'), askAgain)
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
    if (id === 1) this.#found.resolve(this.#place)
    if (method === 'Debugger.scriptParsed') this.#urls.set(params.scriptId, params.url)
    if (method !== 'Debugger.paused') return
    this.#place = placeOf(params.callFrames.map(({ location }) => ({ ...location, url: this.#urls.get(location.scriptId) ?? '' })))
    this.#send('disable')
  }
}

function placeOf(frames: readonly { readonly url: string; readonly lineNumber: number; readonly columnNumber?: number }[]): Place {
  const stack = frames.map(({ url, lineNumber, columnNumber = 0 }) => `at ${url}:${lineNumber + 1}:${columnNumber + 1}`)
  return { at: placesIn(stack), modules: frames.map(({ url }) => url) }
}
