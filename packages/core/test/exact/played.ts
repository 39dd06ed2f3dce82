import { scheduleOf } from '../../src/load/engine/schedule.ts'
import { deriveSeed } from '../../src/model/workload/random.ts'
import type { Workload } from '../../src/model/workload/workload.ts'
import type { Step } from './journey.ts'
import { ScriptedServer, type ServerScript } from './scripted-server.ts'
import { playStart, World, type Span } from './world.ts'

/** A test to be played; times in microseconds, those of stalls and of the interruption from its start. */
export interface Played {
  readonly workload: Workload
  readonly threads: number
  readonly timeout: number
  readonly server: ServerScript
  /** When the load threads are held up. */
  readonly stalls: readonly Span[]
  /** When the test is interrupted. */
  readonly stopAt?: number | undefined
  /** The steps of an iteration; one request without them. */
  readonly journey?: readonly Step[] | undefined
  /** Where users have a journey: each has connections of its own, or they share a number of them. */
  readonly connections?: 'perUser' | { readonly pool: number; readonly queueTimeout?: number | undefined }
}

/** How often deadlines are looked at. */
export const wheelWidth = 10_000
/** When deadlines are looked at next. */
export function nextLook(now: number): number {
  return Math.floor(now / wheelWidth + 1) * wheelWidth
}

export const testSeed = 7
/** The seed of the scenario. */
export const playSeed = deriveSeed(testSeed, 'played')

/** The spans of a play on the clock of its world. */
function onClock(spans: readonly Span[]): Span[] {
  return spans.map(({ from, to }) => ({ from: playStart + from, to: playStart + to }))
}

/** When the run phase of a play is ended by its duration or by an interruption, however far it has come. */
export function stopOf({ workload, stopAt = Infinity }: Played): number {
  return Math.min(scheduleOf(workload, playStart).runEnd, playStart + stopAt)
}

/** A server and its world, for a play. */
export function serverOf({ server, stalls }: Played): ScriptedServer {
  return new ScriptedServer(new World(onClock(stalls)), { ...server, stalls: onClock(server.stalls) })
}
