import { ramp, steady, type Phase } from './phases.ts'

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
