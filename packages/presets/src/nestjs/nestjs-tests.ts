import type { StagesWorkloadConfig } from '@benchpress/core'

/** The three tests that were published, each a part of the preset. */
export type NestjsTestName = 'load' | 'websocket' | 'max'

/** The parameters of one of the tests. Times in seconds. */
export interface NestjsTest {
  readonly name: NestjsTestName
  /** Name of the test in the report. */
  readonly title: string
  readonly phases: readonly Phase[]
  /** The request timeout. */
  readonly timeout: number
  /** Connections that all users share; `undefined` where each has one of its own. */
  readonly pool: number | undefined
  /** The limit for the p99 of the response time, in milliseconds. */
  readonly longestP99: number
  /** Share of all users that may fail, 0 to 1. */
  readonly mostFailed: number
  /** Time for users to end their sessions after the last arrival: longer than any session. */
  readonly gracefulStop: number
}

const fivePhases: readonly Phase[] = [
  steady('warm-up', 10, 2),
  ramp('ramp-up', 30, 5, 20),
  steady('sustained load', 60, 20),
  steady('peak load', 30, 50),
  steady('cool-down', 10, 5),
]

/** The tests with their documented parameters, in the order in which they are run. */
export const documentedTests: readonly NestjsTest[] = [
  {
    name: 'load',
    title: 'HTTP load test',
    phases: fivePhases,
    timeout: 10,
    pool: 100,
    longestP99: 2000,
    mostFailed: 0.1,
    // The longest sessions take 10.5 s without any response.
    gracefulStop: 60,
  },
  {
    name: 'websocket',
    title: 'WebSocket test',
    phases: fivePhases,
    timeout: 10,
    pool: undefined,
    longestP99: 2000,
    mostFailed: 0.1,
    // The longest sessions take 60 s without any response.
    gracefulStop: 90,
  },
  {
    name: 'max',
    title: 'HTTP maximum test',
    phases: [
      steady('warm-up', 10, 20),
      ramp('ramp-up', 20, 50, 200),
      steady('maximum', 40, 200),
      steady('spike', 10, 400),
      steady('recovery', 10, 100),
    ],
    timeout: 30,
    pool: 300,
    longestP99: 5000,
    mostFailed: 0.15,
    // More users arrive than any target serves at once: the test ends when all users are done.
    gracefulStop: 900,
  },
]

/** Name of a profile. */
export type ProfileName = 'smoke' | 'load' | 'stress' | 'soak'

/** Arrivals in place of the five phases, by the names of the published file. */
export const profiles: Readonly<Record<ProfileName, readonly Phase[]>> = {
  smoke: [steady('smoke', 10, 1)],
  load: [steady('warm-up', 10, 2), ramp('ramp-up', 30, 5, 20), steady('sustained load', 60, 20), steady('cool-down', 10, 5)],
  stress: [ramp('ramp-up', 30, 10, 100), steady('high load', 60, 100), steady('spike', 30, 200)],
  soak: [steady('soak', 300, 30)],
}

/** The metrics of the journeys of the auctions. */
export const auctionMetrics = {
  bids_refused: { type: 'counter', by: 'reason', description: 'bids with the reply success: false' },
} as const

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
