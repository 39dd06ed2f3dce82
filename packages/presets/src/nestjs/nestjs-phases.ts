import type { StagesWorkloadConfig } from '@benchpress/core'

/** A part of a test in which users arrive at a constant rate, or at one that changes linearly: its length in seconds, and its rates in users per second. */
export interface AuctionPhase {
  readonly duration: number
  readonly from: number
  readonly to: number
}

const steady = (duration: number, rate: number): AuctionPhase => ({ duration, from: rate, to: rate })
const ramp = (duration: number, from: number, to: number): AuctionPhase => ({ duration, from, to })

/** The phases of `load` and `websocket`: warm-up, ramp-up, sustained load, peak load, cool-down. */
export const fivePhases: readonly AuctionPhase[] = [steady(10, 2), ramp(30, 5, 20), steady(60, 20), steady(30, 50), steady(10, 5)]

/** The phases of `max`: warm-up, ramp-up, maximum, spike, recovery. */
export const maxPhases: readonly AuctionPhase[] = [steady(10, 20), ramp(20, 50, 200), steady(40, 200), steady(10, 400), steady(10, 100)]

/** Arrivals in place of the five phases, by the names of the published file. */
export const profiles: Readonly<Record<'smoke' | 'load' | 'stress' | 'soak', readonly AuctionPhase[]>> = {
  smoke: [steady(10, 1)],
  load: [steady(10, 2), ramp(30, 5, 20), steady(60, 20), steady(10, 5)],
  stress: [ramp(30, 10, 100), steady(60, 100), steady(30, 200)],
  soak: [steady(300, 30)],
}

/** The same phases with other rates, and stretched to another length in seconds where one is given. */
export function adaptPhases(phases: readonly AuctionPhase[], scale: number, length?: number): readonly AuctionPhase[] {
  const stretch = length === undefined ? 1 : length / phases.reduce((sum, { duration }) => sum + duration, 0)
  let [end, rounded] = [0, 0]
  return phases.map(({ duration, from, to }) => {
    const start = rounded
    end += duration
    // Ends rather than lengths are rounded to microseconds, so that lengths add up to the total that was asked for.
    rounded = Math.round(end * stretch * 1e6)
    return { duration: (rounded - start) / 1e6, from: from * scale, to: to * scale }
  })
}

/** The number of users that arrive in phases with uniform arrivals. */
export function usersOf(phases: readonly AuctionPhase[]): number {
  const area = phases.reduce((users, { duration, from, to }) => users + ((from + to) / 2) * duration, 0)
  // As core counts arrivals: a number that is whole except for rounding errors is whole.
  return Math.max(1, Math.ceil(area - 1e-6))
}

/** Writes phases as the stages of a workload, with a jump wherever a phase does not start where the last one ended. */
export function stagesOf(phases: readonly AuctionPhase[]): StagesWorkloadConfig['stages'] {
  const start = phases[0]?.from ?? 0
  const steps = phases.flatMap(({ duration, from, to }, index) => [
    ...(from === (phases[index - 1]?.to ?? start) ? [] : [{ duration: 0, to: from }]),
    { duration: `${Math.round(duration * 1e6)}us`, to },
  ])
  return { of: 'rate', from: start, steps }
}
