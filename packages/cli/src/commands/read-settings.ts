import { isPresetError, UsageError, type Problem, type Settings } from '@benchpress/core/preset'
import type { CommandIo } from '../command-io.ts'
import { refuseSeveralBodies, settleLoad, settleSweep } from '../flags/check-conflicts.ts'
import { baselineFlags, type BaselineSettings } from '../flags/baseline-flags.ts'
import { checkEnvironment } from '../flags/check-environment.ts'
import { connectionFlags, loadFlags, requestFlags, suiteFlags } from '../flags/config-flags.ts'
import { outputFlags, type OutputSettings } from '../flags/output-flags.ts'
import { longName, readFlags, refuseFlags, type FlagSource } from '../flags/read-flags.ts'
import { prepareOutputs, prepareStepSummary, type OutputFile } from '@benchpress/report/outputs'
import { checkExporter } from '../report/send-result.ts'
import { printFaults } from '../print-lines.ts'

/** The values of all flags and environment variables. */
export interface CommandSettings {
  readonly settings: Settings
  readonly output: OutputSettings
  /** The files that `-o` names, and the summary of a step of GitHub Actions, after a check that each of them can be written. */
  readonly files: readonly OutputFile[]
  /** Absolute paths of the files that flags name and that were read, such as the body of a request. */
  readonly read: readonly string[]
  /** The baseline that the run is compared with, or is to replace; `undefined` without one. */
  readonly baseline: BaselineSettings | undefined
}

/** Reads all flags of a command, and checks that the outputs can be written; adds everything that is wrong to `problems`. */
export async function readSettings(
  options: Readonly<Record<string, unknown>>,
  io: CommandIo,
  problems: Problem[],
): Promise<CommandSettings> {
  const read: string[] = []
  const source = { options, env: io.env, cwd: io.cwd, onRead: (path: string) => read.push(path) }
  checkEnvironment(io.env, problems)
  refuseFlags(source, problems)
  const request = readFlags(requestFlags, source, problems)
  refuseSeveralBodies(request, problems)
  const load = settleLoad(readFlags(loadFlags, source, problems), source, problems)
  const connection = readFlags(connectionFlags, source, problems)
  const suite = readFlags(suiteFlags, source, problems)
  const settings: Settings = { ...settleSweep(load, suite.sweep, source, problems), ...request, ...connection, ...suite }
  const output = readFlags(outputFlags, source, problems)
  await checkExporter(output, problems)
  const asked = await prepareOutputs(output.outputs ?? [], io, problems)
  const told: string[] = []
  const summary = await prepareStepSummary(output, io, told)
  printFaults(io.stderr, told)
  return { settings, output, files: [...asked, ...summary], read, baseline: readBaselineFlags(source, problems) }
}

function readBaselineFlags(source: FlagSource, problems: Problem[]): BaselineSettings | undefined {
  const baseline = readFlags(baselineFlags, source, problems)
  if (baseline.baseline !== undefined || baseline.updateBaseline === true) return baseline
  for (const key of ['baselineFolder', 'margin'] as const) {
    if (baseline[key] !== undefined)
      problems.push({ message: `${longName(baselineFlags[key].flags)}: there is nothing to compare with`, hint: 'Give --baseline.' })
  }
  return undefined
}

/** Runs a step that may throw a problem, and adds that problem to those found before; `undefined` when the step threw. */
export async function collectProblems<Value>(act: () => Promise<Value>, problems: Problem[]): Promise<Value | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!isPresetError(error, UsageError)) throw error
    problems.push(...error.problems)
    return undefined
  }
}
