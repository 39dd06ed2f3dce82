import { appendFile } from 'node:fs/promises'
import { basename, dirname, join, extname } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { asSentence, messageOf, nameHint } from '@benchpress/core/report'
import { formats } from '../formats/formats.ts'
import { printable } from '../format/texts.ts'
import { joinDelivered, nearPath, type Delivered } from './delivered.ts'
import { automaticSummary, type Variables, type Surroundings, type WantedOutputs } from './github.ts'
import { namedOutput, outputFiles, outputNames, stepSummary, type OutputFile, type ReportOptions } from './output-file.ts'
import { writeOrKeep } from './keep-file.ts'
import { findWriteProblem, whyNotWritten } from './write-atomically.ts'
import type { ReadResult } from '../results/read-results.ts'
import { refused, refuseInputs, refuseTwice } from './refuse-inputs.ts'

/**
 * Checks, before any load, that every output can be written, by making its folder and writing a probe there. `{date}` in a path becomes the current time.
 *
 * Returns the files; adds outputs that cannot be written to `problems`.
 */
export async function prepareOutputs(
  outputs: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Variables },
  problems: Problem[],
): Promise<readonly OutputFile[]> {
  const prepared: OutputFile[] = []
  // As in 2026-11-22T09-30-00Z, since not every file system allows colons.
  const date = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  for (const output of outputs) {
    const files = outputFiles(output.replaceAll('{date}', date), cwd, env)
    const problem = files === undefined ? unknownFormat(output) : await findProblem(files)
    if (problem !== undefined) problems.push(refused(output, problem.message, problem.hint))
    prepared.push(...(files ?? []))
  }
  await refuseTwice(prepared, cwd, problems)
  return prepared
}

/**
 * Prepares the step summary that is written unasked in GitHub Actions.
 *
 * @param told receives a sentence where the summary cannot be written, in which case there is no file and the run is made
 */
export async function prepareStepSummary(
  wanted: WantedOutputs,
  surroundings: Surroundings,
  told: string[],
): Promise<readonly OutputFile[]> {
  const summary = automaticSummary(wanted, surroundings)
  if (summary === undefined) return []
  const problem = await findWriteProblem(summary)
  if (problem === undefined) return [{ ...stepSummary(summary), isAutomatic: true }]
  told.push(`no summary of the step: ${printable(`${summary}: ${problem.message}`)}`)
  return []
}

/**
 * Writes every file with the result, each completely or not at all.
 *
 * @returns the files, without those that the result has nothing for; an unasked file that cannot be written becomes a note
 */
export async function writeOutputs(files: readonly OutputFile[], suite: SuiteResult, options: ReportOptions): Promise<Delivered> {
  const delivered: Partial<Delivered>[] = []
  for (const file of files) delivered.push(await writeOutput(file, suite, options))
  return joinDelivered(...delivered)
}

async function writeOutput(file: OutputFile, suite: SuiteResult, options: ReportOptions): Promise<Partial<Delivered>> {
  const failures: string[] = []
  const write = file.appends === true ? append : writeOrKeep
  try {
    const texts = Object.entries(await file.render(suite, options))
    if (texts.length === 0) return {}
    for (const [name, text] of texts) {
      const failure = await write(join(dirname(file.path), name), text)
      if (failure !== undefined) failures.push(failure)
    }
  } catch (error) {
    failures.push(`${file.path} could not be made: ${messageOf(error)}`)
  }
  if (failures.length === 0) return { written: [file] }
  return { lost: [file], [file.isAutomatic === true ? 'notes' : 'failures']: failures }
}

async function append(path: string, text: string): Promise<string | undefined> {
  return await appendFile(path, text).then(
    () => undefined,
    (error: unknown) => `${path} could not be written: ${whyNotWritten(error)}`,
  )
}

function unknownFormat(output: string): Problem {
  const named = namedOutput(output)
  if (named !== undefined && outputNames.includes(named.name)) return { message: `there is no file after ${output}` }
  if (named !== undefined) {
    const hint = `${asSentence(nameHint(named.name, outputNames))} A file of this name is ./${output}`
    return { message: `there is no format ${named.name}`, hint }
  }
  return {
    message: 'unknown format',
    hint: `A file ends with ${[...formats.flatMap(({ extensions }) => extensions), '.ndjson'].join(' ')}; a report folder with /, as DIR/.`,
  }
}

async function findProblem(files: readonly OutputFile[]): Promise<Problem | undefined> {
  for (const { path } of files) {
    const problem = await findWriteProblem(path, 'End it with a slash for a report folder.')
    if (problem !== undefined) return problem
  }
  return undefined
}

/**
 * Prepares the files of each of several results; `{name}` in a path is replaced by the name of the file or folder of the result.
 *
 * @param inputs absolute paths of files that are read and must not be written to
 * @returns the results with their files
 * @throws UsageError with everything that is in the way
 */
export async function prepareEach(
  results: readonly ReadResult[],
  outputs: readonly string[],
  inputs: readonly string[],
  surroundings: { readonly cwd: string; readonly env?: Variables },
): Promise<readonly (ReadResult & { readonly files: readonly OutputFile[] })[]> {
  const problems: Problem[] = []
  const prepared = []
  const taken = new Set<string>()
  for (const result of results) {
    const paths = outputs.map((path) => path.replaceAll('{name}', nameOf(result)))
    const files = await prepareOutputs(paths, surroundings, problems)
    await refuseInputs(files, inputs, problems)
    for (const { path, during } of files) {
      if (during === 'stream')
        problems.push(refused(path, 'is only written while a test runs', 'Use .series.csv for the seconds of a result.'))
      if (taken.has(path))
        problems.push(
          refused(
            nearPath(path, surroundings.cwd),
            'several results would be written to one file',
            'Put {name} into the path: the name of the file or folder of each.',
          ),
        )
    }
    for (const { path, appends } of files) if (appends !== true) taken.add(path)
    prepared.push({ ...result, files })
  }
  if (problems.length > 0) throw new UsageError(problems)
  return prepared
}

// A result in a report folder has the name of the folder.
function nameOf({ path }: ReadResult): string {
  const name = basename(path, extname(path))
  return name === 'result' || name === 'checkpoint' ? basename(dirname(path)) : name
}
