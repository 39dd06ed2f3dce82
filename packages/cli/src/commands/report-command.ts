import { basename, dirname, extname } from 'node:path'
import type { Command } from 'commander'
import type { FlagsOf, Problem } from '@benchpress/core/preset'
import { addFlags } from '../flags/add-flags.ts'
import { outputFlags, type OutputSettings } from '../flags/output-flags.ts'
import { exitCodes, type CommandContext, type CommandIo } from '../command-io.ts'
import type { OutputFile } from '@benchpress/report/outputs'
import type { ReadResult } from '@benchpress/report/results'

const { noProgress: _live, strict: _exit, noGithub: _step, ...others } = outputFlags

/** The flags of output that there are for a result which was written before. */
export const reportFlags: FlagsOf<Omit<OutputSettings, 'noProgress' | 'strict' | 'noGithub'>> = {
  ...others,
  outputs: {
    ...others.outputs,
    description:
      'write the result rather than print it: by the ending of FILE (.json, .md, .html, .csv, .xml, ...), as NAME=FILE, or to a folder DIR/; may be repeated',
  },
}

/** Adds `benchpress report RESULT...`, which shows results that were written before, or writes them in other formats. */
export function addReportCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('report <results...>')
    .usage('[options] FILE.json | DIR...')
    .description('show results that were written before, or write them in other formats (-o)')
  addFlags(command, 'Output:', reportFlags)
  command.action(async (sources: readonly string[], options: Readonly<Record<string, unknown>>) => {
    const { io } = context
    const { results, output } = await readResultsAndFlags(sources, options, io)
    context.finish(await finishReport(results, output, io))
  })
}

/**
 * Reads the results that a command names, and its flags of output.
 *
 * @throws UsageError that names all that is wrong with both
 */
export async function readResultsAndFlags(
  sources: readonly string[],
  options: Readonly<Record<string, unknown>>,
  { env, cwd }: CommandIo,
): Promise<{ readonly results: readonly ReadResult[]; readonly output: OutputSettings }> {
  const { readResults } = await import('@benchpress/report/results')
  const { readFlags } = await import('../flags/read-flags.ts')
  const { checkEnvironment } = await import('../flags/check-environment.ts')
  const { checkExporter } = await import('../report/send-result.ts')
  const { UsageError } = await import('@benchpress/core/preset')
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
  return { results, output }
}

/**
 * Writes results that were read as the flags have it, and prints those that are not to be written anywhere.
 *
 * @param inputs the files that were read, which are not written to. Default: those of the results
 * @returns the exit code
 * @throws UsageError when what they are to be written to cannot be
 */
export async function finishReport(
  results: readonly ReadResult[],
  output: OutputSettings,
  io: CommandIo,
  inputs: readonly string[] = results.map(({ path }) => path),
): Promise<number> {
  const { listWritten, writeOutputs } = await import('@benchpress/report/outputs')
  const { sendResult } = await import('../report/send-result.ts')
  const { findPresetRun } = await import('@benchpress/presets/run')
  const { printedResult } = await import('../report/printed-result.ts')
  const { outputs = [], otlp } = output
  const prepared = await prepareAll(results, outputs, { inputs, io })
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
  const { describeProblems } = await import('../describe-error.ts')
  const { printLines } = await import('../print-lines.ts')
  printLines(io.stderr, [...new Set([...describeProblems(faults), ...told]), ...failures.map((failure) => `benchpress: ${failure}`)])
  return failures.length > 0 ? exitCodes.internal : exitCodes.ok
}

/** The results with the files that each is to be written to; a UsageError names all that is in the way. */
async function prepareAll(
  results: readonly ReadResult[],
  outputs: readonly string[],
  { inputs, io }: { readonly inputs: readonly string[]; readonly io: CommandIo },
): Promise<readonly (ReadResult & { readonly files: readonly OutputFile[] })[]> {
  const { prepareFiles } = await import('../report/prepare-files.ts')
  const { refuseInputs } = await import('@benchpress/report/outputs')
  const problems: Problem[] = results.length > 1 ? outputs.filter((path) => !path.includes('{name}')).map(severalInto) : []
  const prepared = []
  const taken = new Set<string>()
  for (const result of problems.length > 0 ? [] : results) {
    const paths = outputs.map((path) => path.replaceAll('{name}', nameOf(result)))
    const files = await prepareFiles(paths, io, problems)
    await refuseInputs(files, inputs, problems)
    problems.push(
      ...files.filter(({ during }) => during === 'stream').map(streamOf),
      ...files.filter(({ path }) => taken.has(path)).map(takenBy),
    )
    for (const { path, appends } of files) if (appends !== true) taken.add(path)
    prepared.push({ ...result, files })
  }
  const { UsageError } = await import('@benchpress/core/preset')
  if (problems.length > 0) throw new UsageError(problems)
  return prepared
}

function severalInto(path: string): Problem {
  return {
    message: `--output ${path}: several results would be written to one file`,
    hint: 'Put {name} into the path: the name of the file or folder of each.',
  }
}

function takenBy({ path }: OutputFile): Problem {
  return {
    message: `--output ${path}: two results would be written to it`,
    hint: 'Rename one of the files: {name} is that of the file or folder of each.',
  }
}

function streamOf({ path }: OutputFile): Problem {
  return {
    message: `--output ${path}: is only written while a test runs`,
    hint: 'Use .series.csv for the seconds of a result.',
  }
}

// A folder is named by itself, its files by the folder.
function nameOf({ path }: ReadResult): string {
  const name = basename(path, extname(path))
  return name === 'result' || name === 'checkpoint' ? basename(dirname(path)) : name
}
