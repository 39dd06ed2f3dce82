import type { StagesWorkloadConfig } from '@benchpress/core'

/** A part of a test in which users arrive at a constant rate, or at one that changes linearly. */
export interface Phase {
  readonly name: string
  /** In seconds. */
  readonly duration: number
  /** Users per second. */
  readonly from: number
  readonly to: number
}

/** A phase at one rate. */
export function steady(name: string, duration: number, rate: number): Phase {
  return { name, duration, from: rate, to: rate }
}

/** A phase with a rate that changes. */
export function ramp(name: string, duration: number, from: number, to: number): Phase {
  return { name, duration, from, to }
}

/** The total length of phases, in seconds. */
export function lengthOf(phases: readonly Phase[]): number {
  return phases.reduce((length, { duration }) => length + duration, 0)
}

/** The number of users that arrive in phases with uniform arrivals. */
export function usersOf(phases: readonly Phase[]): number {
  const area = phases.reduce((users, { duration, from, to }) => users + ((from + to) / 2) * duration, 0)
  // As core counts arrivals: the first one is at the beginning, and a number that is whole except for rounding errors is whole.
  return Math.max(0, Math.ceil(area - 1e-6))
}

/** The highest rate of phases, in users per second. */
export function peakOf(phases: readonly Phase[]): number {
  return Math.max(...phases.flatMap(({ from, to }) => [from, to]))
}

/** The same phases with other rates, and stretched to another length in seconds where one is given. */
export function adaptPhases(phases: readonly Phase[], scale: number, length: number = lengthOf(phases)): readonly Phase[] {
  const stretch = length / lengthOf(phases)
  let end = 0
  return phases.map(({ name, duration, from, to }) => {
    const start = roundTime(end * stretch)
    end += duration
    // Ends rather than lengths are rounded to microseconds, so that lengths add up to the total that was asked for.
    return { name, duration: roundTime(roundTime(end * stretch) - start), from: from * scale, to: to * scale }
  })
}

/** Writes phases as the stages of a workload, with a jump wherever a phase does not start where the last one ended. */
export function stagesOf(phases: readonly Phase[]): StagesWorkloadConfig['stages'] {
  const start = phases[0]?.from ?? 0
  const steps = phases.flatMap(({ duration, from, to }, index) => {
    const before = phases[index - 1]?.to ?? start
    // Written as whole microseconds, since the rounding error of a sum of fractions can make a run seem to have ended early.
    return [...(from === before ? [] : [{ duration: 0, to: from }]), { duration: `${Math.round(duration * 1e6)}us`, to }]
  })
  return { of: 'rate', from: start, steps }
}

function roundTime(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6
}
