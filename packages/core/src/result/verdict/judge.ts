import { sumOutcomes } from '../../model/metrics/outcome.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { hasStarted, isNothingStarted, verdictOf, type Rule, type Verdict, byMachine, viewsOf } from './verdict.ts'
import {
  deliveriesBuffered,
  deliveriesLost,
  deliveriesOutOfOrder,
  deliveriesRepeated,
  deliveriesStalled,
  deliveriesUnexpected,
  deliveriesUnrecognised,
  noDelivery,
} from './rules/delivery-rules.ts'
import { noKeepAlive, noPipelining, retried, surplusBytes } from './rules/connection-rules.ts'
import { generatorInCallingThread, generatorLimit, generatorSaturated, generatorStalled, sendLag } from './rules/generator-rules.ts'
import { endedEarly, identity, interrupted, lostWorker } from './rules/integrity-rules.ts'
import { inFlightIdle, plannedRate, queueDepth, responseService, thinkTime, usedUpFeed } from './rules/load-rules.ts'
import { machineDisturbed, lateMachine, lostAgent, busyMachine, sharedCores, latenessOf, notableStart } from './rules/machine-rules.ts'
import { otherNames } from './rules/name-rules.ts'
import { checksFailed, errors, iterationFailures, noSuccess, strayErrors } from './rules/outcome-rules.ts'
import { fewSamples, notStationary, shortRun, unevenSeconds, unfinished } from './rules/sample-rules.ts'
import {
  addressesSilent,
  nameUnresolved,
  serversLeftOut,
  targetAway,
  targetFailed,
  tlsUnverified,
  unequalServers,
} from './rules/target-rules.ts'
import type { MachineFlaw, MachineSummary } from '../summary/generator-summary.ts'

/** All rules, in the order in which reasons of one level are printed: what happened before what explains figures, as a screen has two notes. */
export const rules: readonly Rule[] = [
  identity,
  lostAgent,
  lostWorker,
  targetFailed,
  interrupted,
  noSuccess,
  noDelivery,
  endedEarly,
  usedUpFeed,
  generatorLimit,
  byMachine(generatorSaturated),
  byMachine(generatorStalled),
  lateMachine,
  byMachine(machineDisturbed),
  plannedRate,
  sendLag,
  byMachine(sharedCores),
  surplusBytes,
  noPipelining,
  unfinished,
  targetAway,
  errors,
  iterationFailures,
  strayErrors,
  deliveriesUnrecognised,
  notStationary,
  unevenSeconds,
  retried,
  otherNames,
  serversLeftOut,
  addressesSilent,
  nameUnresolved,
  unequalServers,
  checksFailed,
  deliveriesLost,
  deliveriesUnexpected,
  deliveriesRepeated,
  deliveriesOutOfOrder,
  deliveriesStalled,
  deliveriesBuffered,
  thinkTime,
  queueDepth,
  responseService,
  inFlightIdle,
  noKeepAlive,
  byMachine(busyMachine),
  fewSamples,
  shortRun,
  tlsUnverified,
  generatorInCallingThread,
]

/** The rules for a test without a started request, or without known requests: they report why, and nothing else can be judged. */
const rulesForNothing: readonly Rule[] = [identity, lostAgent, lostWorker, targetFailed, interrupted, noSuccess]

/** Judges one test by all rules; the reasons are sorted, the worst first. */
export function judge(summary: TestSummary): Verdict {
  const judges = isNothingStarted(summary) ? rulesForNothing : rules
  return verdictOf(judges.flatMap((rule) => rule(summary)))
}

/** The rules that can be applied while a test runs, because their figures are known at any time. */
const rulesSoFar: readonly Rule[] = [
  generatorLimit,
  byMachine(generatorSaturated),
  lateMachine,
  byMachine(machineDisturbed),
  plannedRate,
  sendLag,
  byMachine(sharedCores),
  errors,
  iterationFailures,
  strayErrors,
  byMachine(busyMachine),
]

/** Judges a running test by its brief summary; `null` until a request or an iteration has ended. */
export function judgeSoFar(summary: TestSummary): Verdict | null {
  const started = summary.scenarios.filter(hasStarted)
  if (!started.some(hasEnded)) return null
  // What has not ended yet has not failed.
  const judges = started.every(hasEnded) ? [noSuccess, ...rulesSoFar] : rulesSoFar
  return verdictOf(judges.flatMap((rule) => rule(summary)))
}

function hasEnded({ counts: { outcomes: ended }, users }: ScenarioSummary): boolean {
  return sumOutcomes(ended) > ended.aborted || (users !== null && users.iterations.completed + users.iterations.failed > 0)
}

/** Adds to each machine of a test why the verdict doubts it; empty when the load came from a single machine. */
export function judgeMachines(summary: TestSummary): { readonly machines?: readonly MachineSummary[] } {
  const { machines } = summary
  if (machines === undefined) return {}
  const views = viewsOf(summary)
  return { machines: machines.map((machine, index) => ({ ...machine, verdict: flawsOf(machine, views[index]?.summary ?? summary) })) }
}

function flawsOf(machine: MachineSummary, view: TestSummary): readonly MachineFlaw[] {
  const has: Readonly<Record<MachineFlaw, boolean>> = {
    lost: machine.lost !== null,
    late: latenessOf(machine) > notableStart,
    // A generator that is only busy with its own start has a note, which does not count.
    saturated: generatorSaturated(view).some(({ level }) => level !== 'note'),
  }
  return (['lost', 'late', 'saturated'] as const).filter((flaw) => has[flaw])
}
