import type { ClockOffset, MachineReport, Order, OwnFacts, Report } from '@benchpress/core/machines'
import type { AgentOrder } from './trust/agent-order.ts'

/** A call for agents, which each that is idle answers once; those that are too many are let go. It holds no code. */
export interface Call {
  readonly run: string
  /** One of which an agent must have, such as `region=eu`; none where any agent will do. */
  readonly labels: readonly string[]
  /** The test, for those who look at the agent. */
  readonly test: string
  /** Until when it is answered, on the clock of the broker, in microseconds. */
  readonly expires: number
}

/** What a starter tells an agent. Nothing of it is read before its signature was verified. */
export type Told =
  /** What to run, of how many parts its archive is, and by how much the clock of the starter is ahead of that of the agent. */
  | { readonly type: 'start'; readonly order: AgentOrder; readonly parts: number; readonly clock: ClockOffset }
  | { readonly type: 'order'; readonly order: Order }
  | { readonly type: 'end' }

/** What an agent tells its starter. `toBroker` is by how much the clock of the broker is ahead of its own. */
export type Heard =
  | { readonly type: 'here'; readonly facts: OwnFacts; readonly toBroker: ClockOffset }
  | { readonly type: 'clock'; readonly toBroker: ClockOffset }
  | { readonly type: 'report'; readonly worker: number; readonly report: Report }
  | { readonly type: 'exit'; readonly worker: number; readonly reason: string | undefined }
  | { readonly type: 'machine'; readonly report: MachineReport }
  /** Nothing follows; with a reason where it was not told to end. */
  | { readonly type: 'bye'; readonly reason: string | undefined }

/** Queues, by what is in them. */
export const queues = {
  /** The runs that are under way and the agents in them, by whose names all their queues are found. */
  runs: 'runs',
  calls: 'calls',
  /** What the agents of a run tell. */
  heard: (run: string): string => `${run}.heard`,
  /** What one agent is told. */
  told: (run: string, agent: string): string => `${run}.told.${agent}`,
  /** The archive of a run, in parts. */
  code: (run: string): string => `${run}.code`,
} as const

/** Milliseconds between two signs of life, each way. */
export const beat = 1000
/** Microseconds of silence of its starter after which an agent ends its load. */
export const patienceOfAgent = 4e6
/** Microseconds of silence of an agent after which its starter gives it up. */
export const patienceOfStarter = 5e6
/** Microseconds from now, either way, in which an order to go must have its instant. */
export const reachOfGo = 10e6
/** Milliseconds between two measurements of the clock. */
export const clockGap = 10_000
