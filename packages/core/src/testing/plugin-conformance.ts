import type { PluginReference } from '../load/plugin/define-plugin.ts'
import * as client from './client-rules.ts'
import { type ConformanceOptions, type StartServer, Trial } from './trial.ts'
import { Judge, type ConformanceRule } from './rule.ts'
import * as runs from './run-rules.ts'
import * as setup from './setup-rules.ts'

/** One rule of the plugin contract as a test. */
export interface ConformanceCase {
  /** The rule as a sentence that is true for every plugin that keeps it. */
  readonly name: string
  /**
   * Tries the plugin. Cases must be run one after the other, not at the same time.
   *
   * @throws ConformanceError when the plugin breaks the rule, with what was seen and what to do
   * @throws UnjudgedError when the plugin breaks another rule, without which this one cannot be judged
   */
  readonly run: () => Promise<void>
}

const rules: readonly ConformanceRule[] = [
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
 * The cases run the plugin's own code against a real server, in this thread and in load threads.
 *
 * @param reference the reference of the plugin, as in a config, such as `sse()`
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
