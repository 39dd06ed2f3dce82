import type { LoadCase } from './load-case.ts'
import type { Measurement } from './measure.ts'
import { median } from './median.ts'

/** Measurements by the name of the peer, the least disturbed first. */
export type MeasurementsByPeer = ReadonlyMap<string, readonly Measurement[]>

/** The measurements of one case. */
export interface CaseResult {
  readonly loadCase: LoadCase
  /** The measurements that count, by the peer's name. */
  readonly kept: MeasurementsByPeer
  /** Measurements that were set aside, as other processes disturbed them more. */
  readonly setAside: MeasurementsByPeer
}

/** Medians over the rounds of one peer in one case; memory is the maximum of all rounds. */
export interface PeerFigures {
  readonly requestsPerSecond: number
  readonly lowest: number
  readonly highest: number
  readonly p50: number | null
  readonly p99: number | null
  readonly cpuSecondsPer1000: number
  readonly targetCpu: number
  readonly peakRssBytes: number
}

/** Computes the figures of a peer, or `undefined` when it was not measured. */
export function figuresOf(result: CaseResult, peer: string): PeerFigures | undefined {
  const rounds = result.kept.get(peer) ?? []
  if (rounds.length === 0) return undefined
  const rates = rounds.map((round) => round.requestsPerSecond)
  return {
    requestsPerSecond: median(rates),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
    p50: medianOrNull(rounds.map((round) => round.p50)),
    p99: medianOrNull(rounds.map((round) => round.p99)),
    cpuSecondsPer1000: median(rounds.map((round) => round.cpuSecondsPer1000)),
    targetCpu: median(rounds.map((round) => round.targetCpu)),
    peakRssBytes: Math.max(...rounds.map((round) => round.peakRssBytes)),
  }
}

/** The requests per second of a peer as a multiple of those of `other`, or `undefined` when one of them was not measured. */
export function ratioBetween(result: CaseResult, peer: string, other: string): number | undefined {
  const figures = figuresOf(result, peer)
  const others = figuresOf(result, other)
  return figures === undefined || others === undefined ? undefined : figures.requestsPerSecond / others.requestsPerSecond
}

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : median(known)
}
