import { randomBytes } from 'node:crypto'
import type { ClockOffset, MachineReport, Order, OwnFacts, Report } from '@benchpress/core/machines'
import type { AgentOrder } from './trust/agent-order.ts'
import type { Addressee } from './trust/signed-message.ts'

/**
 * A call for agents, to which each idle agent that trusts the key of its signature replies once; surplus agents are dismissed. A call contains no code.
 */
export interface AgentCall {
  readonly run: string
  /** Name of the test, for the notices of the agent. */
  readonly test: string
  /** Time until which agents reply, on the clock of the broker, in microseconds. */
  readonly expires: number
}

/** A message from a starter to an agent, which is not read before its signature was verified. */
export type ToAgent =
  /** The order to be run, the number of parts of its archive, and how far the clock of the starter is ahead of that of the agent. */
  | { readonly type: 'start'; readonly order: AgentOrder; readonly parts: number; readonly clock: ClockOffset }
  | { readonly type: 'order'; readonly order: Order }
  /** A load thread is to be ended that may be stuck. */
  | { readonly type: 'terminate'; readonly worker: number }
  | { readonly type: 'end' }

/** A message from an agent to its starter. `toBroker` is how far the clock of the broker is ahead of that of the agent. */
export type FromAgent =
  | { readonly type: 'here'; readonly facts: OwnFacts; readonly toBroker: ClockOffset }
  | { readonly type: 'clock'; readonly toBroker: ClockOffset }
  | { readonly type: 'report'; readonly worker: number; readonly report: Report }
  | { readonly type: 'exit'; readonly worker: number; readonly reason: string | undefined }
  | { readonly type: 'machine'; readonly report: MachineReport }
  /** The last message; with a reason where the agent was not told to end. */
  | { readonly type: 'bye'; readonly reason: string | undefined }

/** The names of queues, by their contents. */
export const queues = {
  calls: 'calls',
  /** Messages of the agents of a run. */
  heard: (run: string): string => `${run}.heard`,
  /** Messages to one agent. */
  told: (run: string, agent: string): string => `${run}.told.${agent}`,
  /** The archive of a run, in parts. */
  code: (run: string): string => `${run}.code`,
} as const

/** To whom the call with this id is signed: a copy with another id, or of another run, is none. */
export function calledBy(id: string): Addressee {
  return { run: id.replace(/-.*$/s, ''), agent: `call ${id}` }
}

/** Makes the name of a run, of 16 hexadecimal digits. The first one is a letter, since BullMQ refuses whole numbers as names of jobs. */
export function runName(): string {
  return `f${randomBytes(8).toString('hex').slice(1)}`
}

/** Milliseconds between two signs of life, each way. */
export const beat = 1000
/** Microseconds of silence of a starter after which its agents end their load. */
export const patienceOfAgent = 4e6
/** Microseconds of silence of an agent after which its starter gives it up. */
export const patienceOfStarter = 5e6
/** Microseconds around now within which the instant of an order to go must be. */
export const reachOfGo = 10e6
/** Milliseconds between two measurements of the clock. */
export const clockGap = 10_000
