import { LocalGenerator, type RunningShares } from '../../load/worker/load-generator.ts'
import type { Order, ThreadShare } from '../../load/worker/thread-messages.ts'
import type { ScenarioShare } from '../../load/engine/scenario-share.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import { messageOf } from '../../base/errors/benchpress-error.ts'
import { hideSecrets } from '../../base/redact/secrets.ts'
import { formatAddress } from '../../load/wire/address.ts'
import type { Route } from '../../load/wire/dial.ts'
import { reachTarget } from '../reach-target.ts'
import { type ResourceSampler, sampleGenerator } from '../resource-sampler.ts'
import { nothingWatched } from '../watched-processes.ts'
import type { MachineEvents } from './machines.ts'

/** The shares that the process of a machine is ordered to run. */
export interface OrderedShares {
  readonly shares: readonly ThreadShare[]
  /** The number of load threads, which is the number of shares. */
  readonly workers: number
  readonly timing: TimingMode
  /** Microseconds for which the process may stand still and still start iterations that were due meanwhile. */
  readonly patience: number
}

/**
 * Runs shares of a test on this machine, for a calling process elsewhere: the target is resolved here, and this machine is sampled each second.
 *
 * The clock of this process must already be shifted to that of the calling one (`shiftClock`). Every share fails if this machine cannot reach the
 * target. To be called in a process that only generates load, because its CPU counts as that of the generator.
 */
export function startShares({ shares, workers, timing, patience }: OrderedShares, events: MachineEvents): RunningShares {
  const patient = shares.map((share) => ({ ...share, patience }))
  return new MachineShares(patient, new LocalGenerator({ workers, timing }), events)
}

class MachineShares implements RunningShares {
  readonly #shares: readonly ThreadShare[]
  readonly #generator: LocalGenerator
  readonly #events: MachineEvents
  readonly #looking = new AbortController()
  /** Orders that came before the target was reached. */
  readonly #early: Order[] = []
  #running: RunningShares | undefined
  #sampler: ResourceSampler | undefined

  constructor(shares: readonly ThreadShare[], generator: LocalGenerator, events: MachineEvents) {
    this.#shares = shares
    this.#generator = generator
    this.#events = events
    void this.#start()
  }

  order(order: Order): void {
    if (order.type === 'go') this.#sample(order.at)
    if (this.#running !== undefined) this.#running.order(order)
    else if (order.type === 'go') this.#early.push(order)
    else this.#looking.abort()
  }

  terminate(worker: number): void {
    this.#looking.abort('ended before it had reached the target')
    this.#running?.terminate(worker)
  }

  async end(): Promise<void> {
    await this.#sampler?.stop()
    await this.#running?.end()
  }

  async #start(): Promise<void> {
    const shares = await this.#routed().catch((error: unknown) => this.#fail(error))
    if (shares === undefined) return
    this.#running = this.#generator.start(shares, this.#events)
    for (const order of this.#early) this.#running.order(order)
  }

  #fail(error: unknown): undefined {
    const { aborted, reason } = this.#looking.signal
    const stack = error instanceof Error ? hideSecrets(error.stack) : undefined
    for (const { worker } of this.#shares) {
      if (!aborted) this.#events.onReport(worker, { type: 'failed', message: messageOf(error), stack })
      // Shares that were ordered to end before they began have ended.
      this.#events.onExit(worker, typeof reason === 'string' ? reason : undefined)
    }
  }

  /** Adds the routes of this machine to the shares: each server is resolved once, as on the calling machine. */
  async #routed(): Promise<readonly ThreadShare[]> {
    // No event may come before the caller has the returned object.
    await Promise.resolve()
    const routes = new Map<string, Route>()
    for (const { url, route, servers = [], connectTimeout } of this.#shares.flatMap(({ scenarios }) => scenarios)) {
      for (const known of servers.length === 0 ? [{ url, route }] : servers) {
        if (!routes.has(known.url)) routes.set(known.url, await this.#reach(known.url, known.route, connectTimeout))
      }
    }
    const reroute = <Known extends { readonly url: string; readonly route: Route }>(known: Known): Known => ({
      ...known,
      route: routes.get(known.url) ?? known.route,
    })
    const ofScenario = (scenario: ScenarioShare): ScenarioShare => ({
      ...reroute(scenario),
      ...(scenario.servers === undefined ? {} : { servers: scenario.servers.map(reroute) }),
    })
    this.#looking.signal.throwIfAborted()
    return this.#shares.map((share) => ({ ...share, scenarios: share.scenarios.map(ofScenario) }))
  }

  async #reach(url: string, { address, others, renewal, tls }: Route, connectTimeout: number): Promise<Route> {
    const unixSocket = address.kind === 'unix' ? address.path : undefined
    const dns = renewal ?? { select: others === undefined ? 'first' : 'rotate', ttl: undefined }
    const reached = await reachTarget(new URL(url), { tls: tls ?? {}, dns, unixSocket, connectTimeout, signal: this.#looking.signal })
    this.#events.onMachine({ type: 'reached', address: formatAddress(reached.route.address) })
    return reached.route
  }

  #sample(start: number): void {
    const first = Math.min(
      ...this.#shares.flatMap(({ scenarios }) => scenarios.map(({ workload }) => workload.startAfter + workload.warmup)),
    )
    this.#sampler = sampleGenerator(this.#generator, nothingWatched, start + first, (sample) =>
      this.#events.onMachine({ type: 'sample', sample }),
    )
  }
}
