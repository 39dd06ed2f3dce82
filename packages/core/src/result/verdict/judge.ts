import { sumOutcomes } from '../../model/metrics/outcome.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { hasStarted, isNothingStarted, viewsOf, type Rule } from './rule.ts'
import { verdictOf, type Verdict } from './verdict.ts'
import * as connection from './rules/connection-rules.ts'
import * as delivery from './rules/delivery-rules.ts'
import * as generator from './rules/generator-rules.ts'
import * as integrity from './rules/integrity-rules.ts'
import * as load from './rules/load-rules.ts'
import * as machine from './rules/machine-rules.ts'
import * as outcome from './rules/outcome-rules.ts'
import * as sample from './rules/sample-rules.ts'
import * as target from './rules/target-rules.ts'
import { otherNames } from './rules/name-rules.ts'
import type { MachineFlaw, MachineSummary } from '../summary/generator-summary.ts'

/** The rules for a test without a started request, or without known requests: they report why, and nothing else can be judged. */
const rulesForNothing: readonly Rule[] = [
  integrity.identity,
  machine.lostAgent,
  integrity.lostWorker,
  target.targetFailed,
  integrity.interrupted,
  outcome.noSuccess,
]

/** All rules, in the order in which reasons of one level are printed: what happened before what explains figures, as a screen has two notes. */
export const rules: readonly Rule[] = [
  ...rulesForNothing,
  delivery.noDelivery,
  integrity.endedEarly,
  load.usedUpFeed,
  generator.generatorLimit,
  generator.generatorSaturated,
  generator.generatorStalled,
  machine.lateMachine,
  machine.machineDisturbed,
  load.plannedRate,
  generator.sendLag,
  machine.sharedCores,
  connection.surplusBytes,
  connection.noPipelining,
  sample.unfinished,
  target.targetAway,
  outcome.errors,
  outcome.iterationFailures,
  outcome.strayErrors,
  delivery.deliveriesUnrecognised,
  sample.notStationary,
  sample.unevenSeconds,
  connection.retried,
  otherNames,
  target.serversLeftOut,
  target.serversSilent,
  target.serversUnused,
  target.addressesSilent,
  target.nameUnresolved,
  target.unequalServers,
  outcome.checksFailed,
  delivery.deliveriesLost,
  delivery.deliveriesUnexpected,
  delivery.deliveriesRepeated,
  delivery.deliveriesOutOfOrder,
  delivery.deliveriesStalled,
  delivery.deliveriesBuffered,
  load.thinkTime,
  load.queueDepth,
  load.responseService,
  load.inFlightIdle,
  connection.noKeepAlive,
  machine.busyMachine,
  sample.fewSamples,
  sample.shortRun,
  target.tlsUnverified,
  generator.generatorInCallingThread,
]

/** Judges one test by all rules; the reasons are sorted, the worst first. */
export function judge(summary: TestSummary): Verdict {
  const judges = isNothingStarted(summary) ? rulesForNothing : rules
  return verdictOf(judges.flatMap((rule) => rule(summary)))
}

/** The rules that can be applied while a test runs, because their figures are known at any time. */
const rulesSoFar: readonly Rule[] = [
  generator.generatorLimit,
  generator.generatorSaturated,
  machine.lateMachine,
  machine.machineDisturbed,
  load.plannedRate,
  generator.sendLag,
  machine.sharedCores,
  outcome.errors,
  outcome.iterationFailures,
  outcome.strayErrors,
  machine.busyMachine,
]

/** Judges a running test by its brief summary; `null` until a request or an iteration has ended. */
export function judgeSoFar(summary: TestSummary): Verdict | null {
  const started = summary.scenarios.filter(hasStarted)
  if (!started.some(hasEnded)) return null
  // What has not ended yet has not failed.
  const judges = started.every(hasEnded) ? [outcome.noSuccess, ...rulesSoFar] : rulesSoFar
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
  return { machines: machines.map((one, index) => ({ ...one, verdict: flawsOf(one, views[index]?.summary ?? summary) })) }
}

function flawsOf(one: MachineSummary, view: TestSummary): readonly MachineFlaw[] {
  const has: Readonly<Record<MachineFlaw, boolean>> = {
    lost: one.lost !== null,
    late: machine.latenessOf(one) > machine.notableStart,
    // A generator that is only busy with its own start has a note, which does not count.
    saturated: generator.generatorSaturated(view).some(({ level }) => level !== 'note'),
  }
  return (['lost', 'late', 'saturated'] as const).filter((flaw) => has[flaw])
}
