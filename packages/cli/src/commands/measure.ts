import { findMaxRate, runSuite, type RunOptions, type SuiteResult } from '@benchpress/core'
import type { PresetRun, Problem } from '@benchpress/core/preset'
import { describeFailures, describeInconclusive } from '@benchpress/report'
import { exitCodes, InterruptedError, type CommandIo } from '../command-io.ts'
import { describeProblems } from '../describe-error.ts'
import { exitCodeOf } from '../exit-code.ts'
import { chooseDisplay } from '../progress/progress-display.ts'
import { annotations, joinDelivered, refuseReadFiles, RunningOutputs, writeOutputs } from '@benchpress/report/outputs'
import type { Delivered, ReportOptions } from '@benchpress/report/outputs'
import { printedResult } from '../report/printed-result.ts'
import { repeatCommand } from '../report/repeat-command.ts'
import { sendResult } from '../report/send-result.ts'
import { announce } from './announce.ts'
import { openMeasured, settleBaseline, type SettledBaseline } from './measured-baseline.ts'
import type { ReadSuite } from './read-suite.ts'
import { searchedTest } from './search-settings.ts'
import { printFaults, printLines } from '../print-lines.ts'

/** A suite to be run, and where its result goes. */
export interface Measurement extends Omit<ReadSuite, 'inputs' | 'search' | 'isFromConfig'>, Partial<Pick<ReadSuite, 'search'>> {
  /** The arguments after the name of the program. */
  readonly args: readonly string[]
  readonly presetRun: PresetRun | undefined
  /** The machines that generate the load, where it is not this one. */
  readonly machines?: RunOptions['machines']
}

/**
 * Runs a suite with progress on stderr, writes its files and prints its result to stdout.
 *
 * @returns the exit code
 */
export async function measure(given: Measurement, io: CommandIo): Promise<number> {
  const { output } = given
  await refuseReadFiles(given.files, given)
  const against = await openMeasured(given, io)
  const measurement = { ...given, suite: against?.suite ?? given.suite }
  const isAnnounced = announce(measurement, io) && io.stdout.isTTY === true && io.stderr.isTTY === true
  const running = new RunningOutputs(measurement.files, measurement.suite)
  const result = await runWithProgress(measurement, io, running).catch(async (error: unknown) => {
    await running.fail(error)
    throw error
  })
  const faults: Problem[] = []
  const settled = await settleBaseline(against, result, output.strict === true, io)
  const options: ReportOptions = {
    against: settled.sections,
    allPercentiles: output.allPercentiles === true,
    statusCodes: output.statusCodes === true,
    presetRun: await guardPreset(measurement.presetRun, faults),
  }
  // Files are written before anything is printed, since printing can fail too; the result is sent last, because a collector that is down keeps it waiting.
  const delivered = await deliver(measurement, running, result, options)
  const [failures, notes] = [[...settled.failures, ...delivered.failures], delivered.notes]
  // A result must not be lost because a file cannot be written.
  const shown = { output: failures.length === 0 ? output : { ...output, quiet: undefined }, options, isAnnounced, files: delivered }
  io.stdout.write(printedResult(result, shown, io))
  const told = notes.map((note) => `benchpress: ${note}`)
  printLines(io.stderr, [...describeProblems(faults), ...told, ...describeProblems(settled.told)])
  printLines(io.commands ?? io.stderr, annotations(result, output, io))
  if (failures.length > 0) {
    printFaults(io.stderr, failures)
    return exitCodes.internal
  }
  return conclude(result, { isStrict: output.strict === true, against: settled.outcome, isFaulty: faults.length > 0 }, io)
}

async function deliver(
  { output, files }: Measurement,
  running: RunningOutputs,
  result: SuiteResult,
  options: ReportOptions,
): Promise<Delivered> {
  const written = await writeOutputs(files, result, options)
  const ended = await running.end(result, written.failures.length === 0)
  return joinDelivered(written, ended, await sendResult(result, output))
}

/** Prints on stderr why a result fails, and returns the exit code for that. */
function conclude(
  result: SuiteResult,
  { isStrict, against, isFaulty }: { readonly isStrict: boolean; readonly against: SettledBaseline['outcome']; readonly isFaulty: boolean },
  { signal, stderr }: CommandIo,
): number {
  const interruption = signal.reason instanceof InterruptedError ? signal.reason : undefined
  const suspect = isStrict && result.verdict.level === 'suspect' ? ['the result is suspect, which --strict does not accept'] : []
  printFaults(stderr, [...describeFailures(result), ...describeInconclusive(result), ...suspect])
  const exitCode = exitCodeOf(result, interruption, isStrict, against)
  return isFaulty && interruption === undefined ? exitCodes.internal : exitCode
}

// Only the run of a preset loads the code of presets.
async function guardPreset(presetRun: PresetRun | undefined, faults: Problem[]): Promise<PresetRun | undefined> {
  if (presetRun === undefined) return undefined
  const { withGuardedSections } = await import('@benchpress/presets/run')
  return withGuardedSections(presetRun, faults)
}

async function runWithProgress(
  { args, suite, folder, output, search, machines }: Measurement,
  io: CommandIo,
  { onCheckpoint, onProgress }: RunningOutputs,
): Promise<SuiteResult> {
  const display = chooseDisplay(io, output)
  const command = repeatCommand(args, io.env)
  const withCommand = ({ tests, ...made }: SuiteResult): SuiteResult => ({ ...made, command, tests })
  try {
    const options: RunOptions = {
      cwd: folder,
      machines,
      signal: io.signal,
      onProgress: (progress) => {
        display.update(progress)
        onProgress?.(progress)
      },
      onCheckpoint: onCheckpoint && ((partial) => onCheckpoint(withCommand(partial))),
    }
    return withCommand(
      search === undefined ? await runSuite(suite, options) : await findMaxRate(searchedTest(suite), { ...options, ...search }),
    )
  } finally {
    display.stop()
  }
}
