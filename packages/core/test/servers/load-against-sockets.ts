import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { expect, vi } from 'vitest'
import { systemClock } from '../../src/base/clock/clock.ts'
import { RequestLoad } from '../../src/load/engine/request-load.ts'
import type { ConnectionsShare } from '../../src/load/engine/scenario-share.ts'
import type { ResolvedRequest } from '../../src/load/http/request-config.ts'
import { ScenarioTotals } from '../../src/measure/recorder/scenario-totals.ts'
import { DeadlineWheel } from '../../src/load/wire/deadline-wheel.ts'
import { HeadCache } from '../../src/load/wire/head-cache.ts'
import type { ConnectionsWorkload } from '../../src/model/workload/workload.ts'
import { responseOf } from './memory-load.ts'

/** A load that was created, and its reports. */
export interface RunningLoad {
  readonly load: RequestLoad
  /** The reports of the load, in order. */
  readonly told: string[]
  /** All that it has recorded. */
  totals(): ScenarioTotals
}

/** The request of every load that names no others. */
export const plainRequest: ResolvedRequest = {
  method: 'GET',
  path: '/',
  headers: {},
  body: undefined,
  form: undefined,
  expect: { status: undefined, body: undefined },
}

/** Responds to each request as soon as it is there. */
export function respondToAll(socket: Socket): void {
  socket.on('data', (bytes) => socket.write(responseOf().repeat(bytes.toString('latin1').split('\r\n\r\n').length - 1)))
}

/** Waits until a load has reported `what`. */
export async function waitUntilTold(told: readonly string[], what: string): Promise<void> {
  await vi.waitFor(() => expect(told).toContain(what), { timeout: 20_000, interval: 5 })
}

/** A server that does with each connection what the test says, and the loads against it. */
export class LoadAgainstSockets {
  readonly sockets: Socket[] = []
  serve: (socket: Socket) => void = respondToAll
  readonly #wheel = new DeadlineWheel(systemClock)
  readonly #loads: RequestLoad[] = []
  readonly server: Server = createServer((socket) => {
    this.sockets.push(socket.on('error', () => undefined))
    this.serve(socket)
  })

  static async start(): Promise<LoadAgainstSockets> {
    const against = new LoadAgainstSockets()
    against.server.listen(0, '127.0.0.1')
    await once(against.server, 'listening')
    return against
  }

  /** Creates a load of 2 connections with 3 requests in flight each, which are opening. */
  async open(workload: Partial<ConnectionsWorkload>, over: Partial<ConnectionsShare> = {}): Promise<RunningLoad> {
    const share = shareOf((this.server.address() as AddressInfo).port, workload, over)
    const told: string[] = []
    const tell = (what: string) => () => void told.push(what)
    const events = { onReady: tell('ready'), onRunEnd: tell('run end'), onDrained: tell('drained'), onBailout: tell('bailout') }
    const thread = { clock: systemClock, wheel: this.#wheel, heads: new HeadCache() }
    const load = await RequestLoad.create(share, thread, Buffer.alloc(64 * 1024), events)
    this.#loads.push(load)
    const totals = new ScenarioTotals()
    const take = (): ScenarioTotals => {
      totals.add(load.recorder.take(systemClock.now()))
      return totals
    }
    return { load, told, totals: take }
  }

  /** Opens a load and waits until it is ready. */
  async create(workload: Partial<ConnectionsWorkload>, over: Partial<ConnectionsShare> = {}): Promise<RunningLoad> {
    const running = await this.open(workload, over)
    await waitUntilTold(running.told, 'ready')
    return running
  }

  /** Closes the server and its connections. */
  close(): void {
    this.server.close()
    for (const socket of this.sockets) socket.destroy()
  }

  /** Ends the loads, and closes the server. */
  async end(): Promise<void> {
    await Promise.all(this.#loads.map((load) => load.end()))
    this.#wheel.stop()
    this.close()
  }
}

function shareOf(port: number, workload: Partial<ConnectionsWorkload>, over: Partial<ConnectionsShare>): ConnectionsShare {
  return {
    kind: 'connections',
    name: 'load',
    seed: 1,
    part: { worker: 0, workers: 1 },
    order: 'in-turn',
    url: `http://127.0.0.1:${port}`,
    route: { address: { kind: 'tcp', host: '127.0.0.1', port, family: 4 }, host: '127.0.0.1', tls: undefined },
    requests: [plainRequest],
    workload: {
      kind: 'connections',
      connections: 2,
      pipelining: 3,
      refill: 'each',
      duration: undefined,
      requests: undefined,
      startAfter: 0,
      warmup: 0,
      gracefulStop: 100_000,
      ...workload,
    },
    timeout: 2e6,
    connectTimeout: 2e6,
    uniqueIds: false,
    reconnectAfter: undefined,
    bailout: undefined,
    ...over,
  }
}
