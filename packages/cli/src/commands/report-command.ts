import { UsageError, type Problem } from '@benchpress/core/preset'
import { findPresetRun } from '@benchpress/presets/run'
import { listWritten, prepareEach, writeOutputs } from '@benchpress/report/outputs'
import { readResults, type ReadResult } from '@benchpress/report/results'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext, type CommandIo } from '../command-io.ts'
import { describeProblems } from '../describe-error.ts'
import { checkEnvironment } from '../flags/check-environment.ts'
import { reportFlags, type OutputSettings } from '../flags/output-flags.ts'
import { readFlags } from '../flags/read-flags.ts'
import { printLines } from '../print-lines.ts'
import { printedResult } from '../report/printed-result.ts'
import { checkExporter, sendResult } from '../report/send-result.ts'

/** Shows results that were written before, or writes them in other formats, for `benchpress report RESULT...`. */
export async function reportCommand(sources: readonly string[], options: CommandOptions, { io }: CommandContext): Promise<number> {
  const { env, cwd } = io
  const problems: Problem[] = []
  checkEnvironment(env, problems)
  const output: OutputSettings = {
    ...readFlags(reportFlags, { options, env, cwd }, problems),
    noProgress: true,
    strict: undefined,
    noGithub: true,
  }
  await checkExporter(output, problems)
  const results = await readResults(sources, cwd, problems)
  if (problems.length > 0) throw new UsageError(problems)
  return await finishReport(results, output, io)
}

/**
 * Writes results as the flags ask for, and prints those for which no file is named.
 *
 * @returns the exit code
 * @throws UsageError when a file cannot be written
 */
async function finishReport(results: readonly ReadResult[], output: OutputSettings, io: CommandIo): Promise<number> {
  const { outputs = [], otlp } = output
  const inputs = results.map(({ path }) => path)
  const prepared = await prepareEach(results, outputs, inputs, io)
  const faults: Problem[] = []
  const told: string[] = []
  const failures: string[] = []
  for (const { path, suite, files } of prepared) {
    const presetRun = await findPresetRun(path, faults)
    const options = { allPercentiles: output.allPercentiles === true, statusCodes: output.statusCodes === true, presetRun }
    const written = await writeOutputs(files, suite, options)
    const sent = await sendResult(suite, output)
    failures.push(...written.failures, ...sent.failures)
    if (written.written.length > 0 && output.quiet !== true) io.stdout.write(`written: ${listWritten(written, io.cwd)}\n`)
    told.push(...sent.notes.map((note) => `benchpress: ${note}`))
    if (outputs.length === 0 && otlp === undefined)
      io.stdout.write(printedResult(suite, { output, options, isAnnounced: false, files: written }, io))
  }
  printLines(io.stderr, [...new Set([...describeProblems(faults), ...told]), ...failures.map((failure) => `benchpress: ${failure}`)])
  return failures.length > 0 ? exitCodes.internal : exitCodes.ok
}
