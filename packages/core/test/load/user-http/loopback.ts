import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net'
import { systemClock, type Clock } from '../../../src/base/clock/clock.ts'
import { outcomes, type Outcome } from '../../../src/model/metrics/outcome.ts'
import { ScenarioRecorder } from '../../../src/measure/recorder/scenario-recorder.ts'
import type { ScenarioSnapshot } from '../../../src/measure/recorder/snapshot.ts'
import { UserRecorder } from '../../../src/measure/recorder/user-recorder.ts'
import { HttpScenario, type HttpSession } from '../../../src/load/user/http/http-session.ts'
import type { PlannedTime } from '../../../src/load/user/http/exchange.ts'
import type { HttpWiring } from '../../../src/load/user/http/http-origin.ts'
import { DeadlineWheel } from '../../../src/load/wire/deadline-wheel.ts'
import { dialsInto } from '../../../src/load/wire/dial.ts'
import { HeadCache } from '../../../src/load/wire/head-cache.ts'

/** A request as Node's own server has read it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Reads a request to its end. */
async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) }
}

const plannedNow: PlannedTime = { take: (now) => now }

/** A scenario of users whose requests are counted, and the recorder's count of them. */
export class Users {
  readonly scenario: HttpScenario
  readonly #clock: Clock
  readonly #recorder: UserRecorder
  readonly #unrecorded: HttpScenario
  readonly #sessions: HttpSession[] = []

  constructor(wiring: Omit<HttpWiring, 'recorder'>) {
    this.#clock = wiring.thread.clock
    this.#recorder = new UserRecorder(new ScenarioRecorder(), {})
    this.#recorder.begin(this.#clock.now(), Infinity)
    this.scenario = new HttpScenario({ ...wiring, recorder: this.#recorder })
    this.#unrecorded = new HttpScenario({ ...wiring, recorder: undefined })
  }

  create(planned: PlannedTime = plannedNow): HttpSession {
    const session = this.scenario.session(planned)
    this.#sessions.push(session)
    return session
  }

  /** A client that is counted nowhere. */
  unrecorded(): HttpSession {
    const session = this.#unrecorded.session(plannedNow)
    this.#sessions.push(session)
    return session
  }

  /** What was counted since the last call. */
  take(): ScenarioSnapshot {
    return this.#recorder.take(this.#clock.now())
  }

  /** Started requests, their outcomes without those that are 0, and why they were not ok, since the last call. */
  count(): { started: number; outcomes: Partial<Record<Outcome, number>>; reasons: string[] } {
    const { run, errors } = this.take()
    const counted = outcomes.map((outcome, index) => [outcome, run.outcomes[index] ?? 0] as const).filter(([, count]) => count > 0)
    return { started: run.started, outcomes: Object.fromEntries(counted), reasons: errors.map(({ reason }) => reason) }
  }

  async end(): Promise<void> {
    for (const session of this.#sessions) session.leave()
    await this.scenario.end()
    await this.#unrecorded.end()
  }
}

/** Servers on the loopback interface and users of theirs, all of which are gone after `close`. */
export class Loopback {
  readonly #servers: (Server | TcpServer)[] = []
  readonly #sockets = new Set<Socket>()
  readonly #users: Users[] = []
  readonly #wheel = new DeadlineWheel(systemClock)

  /** Starts a server of node:http and returns its origin. */
  async http(listener: RequestListener): Promise<string> {
    return this.#listen(createHttpServer(listener))
  }

  /** Starts a server of node:http that responds with what a function makes of the whole request. */
  async responding(respond: (request: SeenRequest, response: ServerResponse) => string | Uint8Array | void): Promise<string> {
    return this.http((request, response) => {
      void readRequest(request).then((seen) => response.end(respond(seen, response) ?? ''))
    })
  }

  /** Starts a server that only accepts connections; `index` counts them from 0. */
  async tcp(onSocket: (socket: Socket, index: number) => void): Promise<string> {
    let index = 0
    return this.#listen(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        onSocket(socket, index++)
      }),
    )
  }

  /** Users whose target is at a URL. */
  users(url: string, wiring: Partial<Omit<HttpWiring, 'recorder'>> = {}): Users {
    const { hostname, port } = new URL(url)
    const users = new Users({
      thread: { clock: systemClock, wheel: this.#wheel, heads: new HeadCache() },
      createDial: dialsInto(Buffer.alloc(64 * 1024)),
      route: { address: { kind: 'tcp', host: '127.0.0.1', port: Number(port), family: 4 }, host: hostname, tls: undefined },
      url,
      timeout: 10e6,
      connectTimeout: 10e6,
      headers: {},
      connections: 'perUser',
      ...wiring,
    })
    this.#users.push(users)
    return users
  }

  async close(): Promise<void> {
    for (const users of this.#users.splice(0)) await users.end()
    this.#wheel.stop()
    for (const socket of this.#sockets) socket.destroy()
    for (const server of this.#servers.splice(0)) server.close()
  }

  async #listen(server: Server | TcpServer): Promise<string> {
    this.#servers.push(server)
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
}
