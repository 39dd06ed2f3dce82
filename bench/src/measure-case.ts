import type { CaseResult, MeasurementsByPeer } from './case-result.ts'
import { isDisturbed, measure } from './measure.ts'
import type { Measurement, Setting } from './measure.ts'
import type { Load, Peer } from './peers/peer.ts'

/** How often a case is measured, and who is told. */
export interface MeasureCaseOptions {
  readonly peers: readonly Peer[]
  /** Measurements of each peer that count. */
  readonly rounds: number
  /** Measurements of each peer that are made at most, while others disturb them. */
  readonly mostRounds: number
  onMeasurement(peer: Peer, measurement: Measurement): void
}

/**
 * Measures the peers in turn until each has enough undisturbed measurements, and keeps those that others disturbed least.
 *
 * What is kept depends on the CPU that other processes used and the machine took, never on the figures of a peer.
 *
 * @throws BenchError when a peer fails
 */
export async function measureCase(load: Load, setting: Setting, options: MeasureCaseOptions): Promise<CaseResult> {
  const made = new Map<Peer, Measurement[]>(options.peers.map((peer) => [peer, []]))
  for (let round = 0; round < options.mostRounds; round++) {
    for (const [peer, measurements] of made) {
      if (measurements.filter((measurement) => !isDisturbed(measurement)).length === options.rounds) continue
      const measurement = await measure(peer, load, setting)
      measurements.push(measurement)
      options.onMeasurement(peer, measurement)
    }
  }
  const pick = (choose: (all: readonly Measurement[]) => readonly Measurement[]): MeasurementsByPeer =>
    new Map(Array.from(made, ([peer, all]) => [peer.name, choose(all.toSorted((a, b) => lostCpu(a) - lostCpu(b)))]))
  return { loadCase: load, kept: pick((all) => all.slice(0, options.rounds)), setAside: pick((all) => all.slice(options.rounds)) }
}

function lostCpu({ otherCpu, disturbance }: Measurement): number {
  return otherCpu + (disturbance.stolenCpu ?? 0) + (disturbance.throttled ?? 0)
}
