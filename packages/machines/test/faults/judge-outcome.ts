import { sumOutcomes } from '@benchpress/core/report'
import type { StarterOutcome, StarterResult } from '../fleet.ts'
import type { Fault } from './fault.ts'

/** The description of a run with a fault, and the problems with its outcome. */
export interface Judged {
  readonly said: readonly string[]
  readonly problems: readonly string[]
}

/** Observations of a run, besides the outcome of its starter. */
export interface Seen {
  /** Indices of the iterations whose requests the target received, with repetitions. */
  readonly indices: readonly number[]
  /** Number of requests of a load that completes. */
  readonly whole: number
  /** Milliseconds for which the affected part was away; `undefined` where the run was over before the fault. */
  readonly away: number | undefined
}

/** Compares the outcome of a starter with the requests that its target received. */
export function judgeOutcome(outcome: StarterOutcome | undefined, fault: Fault, seen: Seen): Judged {
  const twice = seen.indices.length - new Set(seen.indices).size
  const again = twice > 0 ? [`${twice} iterations were done twice`] : []
  if (fault.name === 'starter killed') return { said: [], problems: again }
  if (outcome === undefined) return { said: [], problems: [...again, 'the starter was killed'] }
  if ('crash' in outcome) return { said: [], problems: [...again, `the starter ended without a message: ${outcome.crash}`] }
  const judged = 'error' in outcome ? judgeError(outcome, fault, seen) : judgeResult(outcome.result, fault, seen)
  return { said: judged.said, problems: [...again, ...judged.problems] }
}

// A run that does not start reports why, and must have sent nothing.
function judgeError({ error, message }: Extract<StarterOutcome, { error: string }>, fault: Fault, { indices, away }: Seen): Judged {
  // A broker that is away when a run begins is not waited for.
  const isRefused = error === 'BROKER_UNREACHABLE' && fault.name.startsWith('broker') && !fault.isDuringLoad
  const isKnown = isRefused || (['MACHINES_MISSING', 'BROKER_UNREACHABLE'].includes(error) && mayLose(fault, away))
  return {
    said: [error],
    problems: [
      ...(isKnown ? [] : [`it failed: ${message}`]),
      ...(indices.length === 0 ? [] : [`it failed with ${error}, and ${indices.length} requests had been sent`]),
    ],
  }
}

function judgeResult(
  { scenarios: [scenario], machines, verdict, generator }: StarterResult,
  fault: Fault,
  { indices, whole, away }: Seen,
): Judged {
  const seen = indices.length
  if (scenario === undefined) return { said: [], problems: ['the result is empty'] }
  const { started, outcomes } = scenario.counts
  const lost = (machines ?? []).filter((machine) => machine.lost !== null).map(({ name }) => name)
  const reasons = verdict.reasons.filter(({ rule }) => rule === 'lost-agent').map(({ text }) => text)
  const byThread = generator.threads.reduce((sum, { counts }) => sum + counts.started, 0)
  const isWhole = [started, outcomes.ok, seen].every((count) => count === whole)
  const isMarked = verdict.level === 'invalid' && reasons.length > 0
  const holds: readonly (readonly [isSo: boolean, problem: string])[] = [
    [started === sumOutcomes(outcomes), 'what was started is not what ended'],
    [started === byThread, 'the threads have other counts than the scenario'],
    [!verdict.reasons.some(({ rule }) => rule === 'identity'), 'an identity is broken'],
    [outcomes.ok <= seen, 'more is counted than the target saw'],
    [isMarked === lost.length > 0, `${lost.length} machines were lost, and the verdict says ${reasons.length}`],
    [lost.length > 0 || isWhole, `no machine was lost, and not all ${whole} requests are there`],
    [lost.length === 0 || mayLose(fault, away), 'a machine was lost that was there'],
    [fault.name.startsWith('broker') || lost.every((name) => name === 'affected'), 'a machine was lost that had no fault'],
  ]
  const counted = `${verdict.level}, lost ${lost.join(' and ') || 'none'}, ${started} started, ${outcomes.ok} ok, ${seen} seen`
  const problems = holds.filter(([isSo]) => !isSo).map(([, problem]) => problem)
  return { said: reasons.length === 0 ? [counted] : [counted, `(${reasons.join(' / ')})`], problems }
}

// A part that is back before any patience has run out is not missed.
function mayLose({ name }: Fault, away: number | undefined): boolean {
  if (name === 'clock wrong' || away === undefined) return false
  const isBack = name === 'agent woken again' || name === 'agent cut off' || name === 'broker restarted'
  return !isBack || away > 2500
}
