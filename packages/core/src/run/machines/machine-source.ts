import { InvalidConfigError, type ConfigIssue } from '../../base/errors/benchpress-error.ts'
import { type ResolvedConfig, neededSockets } from '../../config/resolved-config.ts'
import { formatAddress, isLoopback } from '../../load/wire/address.ts'
import { checkConnectionLimits } from '../../target/connection-limits.ts'
import type { Assignment } from '../divide-test.ts'
import type { AnyGenerator } from '../load-threads.ts'
import type { ReachedTarget } from '../reach-target.ts'
import { mergeResources, SampleList } from '../sample-list.ts'
import type { GatheredMachines, MachineGenerator, MachineReport } from './machines.ts'
import { bootOf } from '../capture-environment.ts'
import type { KnownMachine } from './summarize-machine.ts'

/** The machines that were gathered for a test, which generate its load instead of this process. */
export class MachineSource {
  readonly generators: readonly MachineGenerator[]
  readonly threads: number
  readonly #gathered: GatheredMachines
  readonly #known: ReadonlyMap<MachineGenerator, KnownMachine>

  constructor(gathered: GatheredMachines) {
    this.#gathered = gathered
    this.generators = gathered.generators
    this.threads = gathered.generators.reduce((sum, { threads }) => sum + threads, 0)
    this.#known = new Map(
      gathered.generators.map((generator) => [
        generator,
        {
          facts: generator.machine,
          clocks: [generator.clock],
          samples: new SampleList(gathered.generators.length, mergeResources),
          address: undefined,
          workers: [],
        },
      ]),
    )
  }

  /** What is known of each machine. */
  get known(): readonly KnownMachine[] {
    return [...this.#known.values()]
  }

  /** The name of the machine that a worker runs on; `undefined` before shares were assigned. */
  nameOf(worker: number): string | undefined {
    return this.known.find(({ workers }) => workers.includes(worker))?.facts.name
  }

  /** Notes which shares each machine runs. */
  assign(assignments: readonly Assignment<AnyGenerator>[]): void {
    for (const { generator, shares } of assignments) {
      const known = 'machine' in generator && this.#known.get(generator)
      if (!known) continue
      known.workers = shares.map(({ worker }) => worker)
      // The machine is sent this offset, which may have been measured after it was gathered.
      known.clocks.splice(0, Infinity, generator.clock)
    }
  }

  /** @throws InvalidConfigError when a machine cannot open its connections of a test */
  checkLimits(config: ResolvedConfig): void {
    const { total, toOneServer } = neededSockets(config)
    const issues = this.generators.flatMap(({ threads, machine: { name, limits } }): ConfigIssue[] => {
      // Shares are dealt to threads, so the part of a machine may differ by one for each thread.
      const ofMachine = (sockets: number): number => Math.ceil(sockets / this.threads) * threads
      const needed = { total: ofMachine(total), toOneServer: ofMachine(toOneServer) }
      return checkConnectionLimits(needed, limits).map(({ message, hint }) => ({
        path: 'scenarios',
        message: `on ${name}: ${message}`,
        hint,
      }))
    })
    issues.push(...idleThreads(config, this.threads))
    if (issues.length > 0) throw new InvalidConfigError(issues)
  }

  /** @throws InvalidConfigError when the machines cannot reach a target that this process has reached */
  checkTarget({ route: { address } }: ReachedTarget): void {
    if (address.kind !== 'unix' && !isLoopback(address)) return
    const own = bootOf()
    const others = this.generators.filter(({ machine: { boot } }) => boot === null || boot !== own).map(({ machine: { name } }) => name)
    if (others.length === 0) return
    const message = `${formatAddress(address)} is this machine for this machine alone, and ${others.join(', ')} would reach another one`
    throw new InvalidConfigError([
      { path: 'target', message, hint: 'give the target by a name or an address that leads to it from everywhere' },
    ])
  }

  onMachine(generator: MachineGenerator, report: MachineReport): void {
    const known = this.#known.get(generator)
    if (known === undefined) return
    if (report.type === 'reached') known.address = report.address
    else if (report.type === 'sample') known.samples.add(report.sample)
    else known.clocks.push(report.clock)
  }

  /** Is called when the test is over. */
  async end(): Promise<void> {
    await this.#gathered.end()
  }
}

// A pool or a number of connections cannot be divided into parts below one.
function idleThreads({ scenarios }: ResolvedConfig, threads: number): ConfigIssue[] {
  return scenarios.flatMap((scenario): ConfigIssue[] => {
    const isPooled = scenario.kind === 'journeys' && scenario.connections !== 'perUser'
    const [key, count] = isPooled
      ? ['connections.pool', scenario.connections.pool]
      : scenario.workload.kind === 'connections'
        ? ['workload', scenario.workload.connections]
        : ['', Infinity]
    if (count >= threads) return []
    const message = `${threads} load threads on all machines cannot be more than ${isPooled ? 'the connections of the pool' : 'connections'} (${count})`
    return [{ path: `scenarios.${scenario.name}.${key}`, message, hint: 'use fewer machines or workers, or more connections' }]
  })
}
