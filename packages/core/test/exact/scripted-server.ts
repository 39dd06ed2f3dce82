import { playStart, type Span, type World } from './world.ts'

/** How a server treats one request. */
export interface ScriptedResponse {
  /** From the request to the last byte of its response, in microseconds; never without an end to it. */
  readonly service: number
  readonly status: number
  /**
   * Whether the response is the last one on its connection, or the connection is closed or breaks in the middle of it; or some time behind it,
   * without a word, in which nothing more is served.
   */
  readonly ending: 'stay' | 'last' | 'close' | 'reset' | 'idle close' | 'idle reset'
  /** How long it is idle. */
  readonly idle: number
  /** How much earlier its first bytes come. */
  readonly early: number
}

/** How a server takes a connection. */
export interface ScriptedDial {
  readonly takes: number
  readonly isRefused: boolean
}

/** All that a server does, for any requests. */
export interface ServerScript {
  /** One after the other on each connection; each connection starts elsewhere. */
  readonly responses: readonly ScriptedResponse[]
  readonly dials: readonly ScriptedDial[]
  /** When it sends nothing. Responses due then are sent at the end. */
  readonly stalls: readonly Span[]
}

/** The content of one read. */
export interface Read {
  readonly bytes: string
  /** The statuses of the responses that it completes. */
  readonly statuses: readonly number[]
  /** Whether the last of them announces that the connection will be closed. */
  readonly isLast: boolean
}

/** The other end of a connection. */
export interface Peer {
  onOpen(): void
  onRefused(): void
  onRead(read: Read): void
  onEnd(): void
  onReset(): void
}

/** A server in memory that follows its script, to the microsecond, and notes when each request came. */
export class ScriptedServer {
  readonly world: World
  readonly script: ServerScript
  /** When each request came. */
  readonly requests: number[] = []
  #dials = 0

  constructor(world: World, script: ServerScript) {
    this.world = world
    this.script = script
  }

  /** Takes a connection. */
  dial(peer: Peer): ScriptedConnection {
    // Connections that are asked for at one instant are treated alike: the order in which a thread asks for them is its own affair.
    const now = Math.round(this.world.now())
    const number = now < playStart ? this.#dials++ : now - playStart
    const { takes, isRefused } = this.script.dials[number % this.script.dials.length]!
    const connection = new ScriptedConnection(this, peer, number)
    this.world.at(this.world.now() + takes, () => {
      if (connection.isClosed) return
      if (!isRefused) return peer.onOpen()
      connection.close()
      peer.onRefused()
    })
    return connection
  }
}

function textOf(status: number, ending: ScriptedResponse['ending']): string {
  return `HTTP/1.1 ${status} Reason\r\n${ending === 'last' ? 'Connection: close\r\n' : ''}Content-Length: 2\r\n\r\nok`
}

/** One connection, as the server sees it: responses come in the order of their requests. */
export class ScriptedConnection {
  readonly #server: ScriptedServer
  readonly #peer: Peer
  readonly #number: number
  #taken = 0
  #readyAt = 0
  #isClosing = false
  #isClosed = false
  #next: { bytes: string; statuses: number[]; isLast: boolean } | undefined

  constructor(server: ScriptedServer, peer: Peer, number: number) {
    this.#server = server
    this.#peer = peer
    this.#number = number
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Requests have come, in one write. */
  request(count: number): void {
    const { world, script, requests } = this.#server
    for (let index = 0; index < count; index++) {
      requests.push(world.now())
      const response = script.responses[(this.#number * 5 + this.#taken++) % script.responses.length]!
      if (!this.#isClosing && this.#readyAt < Infinity) this.#respond(response)
    }
  }

  /** Nothing is heard of it any more. */
  close(): void {
    this.#isClosed = true
  }

  #respond({ service, status, ending, early, idle }: ScriptedResponse): void {
    const { world, script } = this.#server
    const served = world.now() + service
    const before = Math.max(this.#readyAt, world.now())
    const after = script.stalls.find(({ from, to }) => served >= from && served < to)?.to ?? served
    const isWaiting = after <= this.#readyAt
    this.#readyAt = Math.max(this.#readyAt, after)
    if (this.#readyAt === Infinity) return
    const text = textOf(status, ending)
    this.#isClosing = ending !== 'stay'
    if (ending === 'close' || ending === 'reset') return this.#later(this.#readyAt, () => this.#breakOff(text, ending))
    if (ending.startsWith('idle')) this.#later(this.#readyAt + idle, () => this.#end(ending === 'idle close'))
    if (isWaiting && this.#next !== undefined) {
      // It was ready before the one that it stands behind: both come in one read.
      this.#next.bytes += text
      this.#next.statuses.push(status)
      this.#next.isLast = ending === 'last'
    } else {
      const first = early > 0 && this.#readyAt - early > before ? text.slice(0, 20) : ''
      if (first !== '') this.#later(this.#readyAt - early, () => this.#peer.onRead({ bytes: first, statuses: [], isLast: false }))
      this.#send({ bytes: text.slice(first.length), statuses: [status], isLast: ending === 'last' })
    }
  }

  #send(read: { bytes: string; statuses: number[]; isLast: boolean }): void {
    this.#next = read
    this.#later(this.#readyAt, () => {
      if (this.#next === read) this.#next = undefined
      this.#peer.onRead(read)
    })
  }

  #breakOff(text: string, how: 'close' | 'reset'): void {
    this.#peer.onRead({ bytes: text.slice(0, 20), statuses: [], isLast: false })
    if (!this.#isClosed) this.#end(how === 'close')
  }

  #end(isInOrder: boolean): void {
    this.#isClosed = true
    if (isInOrder) this.#peer.onEnd()
    else this.#peer.onReset()
  }

  #later(time: number, act: () => void): void {
    this.#server.world.at(time, () => {
      if (!this.#isClosed) act()
    })
  }
}
