import type { PluginReference } from '../load/plugin/define-plugin.ts'
import * as client from './client-rules.ts'
import { type ConformanceOptions, type StartServer, Trial } from './trial.ts'
import { Judge, type Rule } from './rule.ts'
import * as runs from './run-rules.ts'
import * as setup from './setup-rules.ts'

/** One rule of the plugin contract as a test. */
export interface ConformanceCase {
  /** A sentence that is true of a plugin that keeps the rule. */
  readonly name: string
  /**
   * Tries the plugin. To be called for one case after the other, not at the same time.
   *
   * @throws ConformanceError when the plugin breaks the rule, with what was seen and what to do
   * @throws UnjudgedError when it breaks a rule that has to be kept before this one can be judged
   */
  readonly run: () => Promise<void>
}

const rules: readonly Rule[] = [
  setup.isData,
  setup.isPlugin,
  setup.parsesAlike,
  setup.loadsInThreads,
  setup.refusesUnknownOptions,
  setup.completesOptions,
  setup.setupChangesNothing,
  setup.setupReturnsData,
  setup.teardownEnds,
  client.createsClient,
  client.createClientDoesNoIo,
  client.journeyIsDone,
  client.clientChangesNothing,
  client.recordsDeclaredMetrics,
  client.endsItsRequests,
  client.leavesInTime,
  client.leavesNothingOpen,
  client.canBeDisposedOfTwice,
  runs.runsInCallingThread,
  runs.runsInOneThread,
  runs.runsInTwoThreads,
  runs.interruptedRunEnds,
  runs.teardownRunsAfterFailure,
  runs.isMissedByName,
]

/**
 * The cases that every plugin must pass, for any test runner: `for (const { name, run } of pluginConformance(...)) test(name, run)`.
 *
 * They run the plugin's own code against a real server, in this thread and in load threads.
 *
 * @param reference what a config would have, such as `sse()`
 * @param startServer starts a server that the plugin can talk to, anew for each case
 */
export function pluginConformance(
  reference: PluginReference,
  startServer: StartServer,
  options?: ConformanceOptions,
): readonly ConformanceCase[] {
  const judge = new Judge(new Trial(reference, startServer, options))
  return rules.map((rule) => ({ name: rule.name, run: async () => await judge.judge(rule) }))
}
