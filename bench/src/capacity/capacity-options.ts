import { chosen, commonFlags, countOf, readFlags, severalNames } from '../flags.ts'
import type { LoadCase } from '../load-case.ts'
import { autocannonPeer } from '../peers/autocannon.ts'
import { benchpressPeer } from '../peers/benchpress.ts'
import type { Peer } from '../peers/peer.ts'
import { wrkPeer } from '../peers/wrk.ts'
import { ohaPeer } from './oha.ts'
import { capacityTargets } from './targets.ts'
import type { CapacityTarget } from './targets.ts'

/** The placement of target and tool: each on a CPU of its own, or on any CPU. */
export type Placement = 'pinned' | 'free'

/** Options of the suite `capacity`. */
export interface CapacityOptions {
  readonly rounds: number
  readonly targets: readonly CapacityTarget[]
  readonly loads: readonly LoadCase[]
  readonly peers: readonly Peer[]
  readonly placements: readonly Placement[]
  readonly json: string | undefined
}

const loads: readonly LoadCase[] = [
  { name: '50x1', connections: 50, pipelining: 1 },
  { name: '100x1', connections: 100, pipelining: 1 },
  { name: '100x10', connections: 100, pipelining: 10 },
  { name: '500x10', connections: 500, pipelining: 10 },
]
/** The name of benchpress as a tool. */
export const benchpress = benchpressPeer.name
/** The name of benchpress pipelining by whole batches, like scripts for wrk. */
export const wholeBatches = 'benchpress, whole batches'
const wholeBatchesPeer: Peer = {
  ...benchpressPeer,
  name: wholeBatches,
  command: (load, folder) => benchpressPeer.command({ ...load, refill: 'batch' }, folder),
}
const peers: readonly Peer[] = [benchpressPeer, wholeBatchesPeer, autocannonPeer, wrkPeer, ohaPeer]
const placements = ['pinned', 'free'] as const

/**
 * Reads the flags of the suite: `--target`, `--load`, `--peer` and `--placement` choose, and may be repeated; `--quick` is five rounds.
 *
 * @throws BenchError with what is wrong
 */
export function parseCapacityOptions(argv: readonly string[]): CapacityOptions {
  const { seconds: _, ...common } = commonFlags
  const flags = readFlags(argv, {
    ...common,
    target: severalNames,
    load: severalNames,
    placement: severalNames,
    quick: { type: 'boolean', default: false },
  })
  return {
    rounds: countOf('--rounds', flags.rounds, flags.quick ? 5 : 60),
    targets: chosen('--target', capacityTargets, flags.target),
    loads: chosen('--load', loads, flags.load),
    peers: chosen('--peer', peers, flags.peer),
    placements: chosen(
      '--placement',
      placements.map((name) => ({ name })),
      flags.placement,
    ).map(({ name }) => name),
    json: flags.json,
  }
}
