import { appendFile } from 'node:fs/promises'
import { basename, dirname, join, extname } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { asSentence, messageOf, nameHint } from '@benchpress/core/report'
import { formats } from '../formats/formats.ts'
import { printable } from '../format/texts.ts'
import { joinDelivered, type Delivered } from './delivered.ts'
import { automaticSummary, type Variables, type Surroundings, type WantedOutputs } from './github.ts'
import { namedOutput, outputFiles, outputNames, type OutputFile, type ReportOptions } from './output-file.ts'
import { writeOrKeep } from './keep-file.ts'
import { findWriteProblem, whyNotWritten } from './write-atomically.ts'
import type { ReadResult } from '../results/read-results.ts'
import { findWrittenTwice, refuseInputs } from './refuse-inputs.ts'

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
    if (problem !== undefined) problems.push({ message: `${output}: ${problem.message}`, hint: problem.hint })
    prepared.push(...(files ?? []))
  }
  problems.push(...(await findWrittenTwice(prepared, cwd)))
  return prepared
}

/** Prepares the outputs of flags as {@link prepareOutputs} does, and names the flag in each problem. */
export async function prepareFiles(
  outputs: readonly string[],
  surroundings: { readonly cwd: string; readonly env?: Variables },
  problems: Problem[],
): Promise<readonly OutputFile[]> {
  const found: Problem[] = []
  const files = await prepareOutputs(outputs, surroundings, found)
  problems.push(...found.map(({ message, hint }) => ({ message: `--output ${message}`, hint })))
  return files
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
  const problems: Problem[] = []
  const files = await prepareOutputs([summary], surroundings, problems)
  told.push(...problems.map(({ message }) => `no summary of the step: ${printable(message)}`))
  return problems.length > 0 ? [] : files.map((file) => ({ ...file, isAutomatic: true }))
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

/** Writes one file, and its further files. */
async function writeOutput(file: OutputFile, suite: SuiteResult, options: ReportOptions): Promise<Partial<Delivered>> {
  const failures: string[] = []
  const write = file.appends === true ? append : writeOrKeep
  try {
    const texts = await textsOf(file, suite, options)
    if (texts === undefined) return {}
    for (const [name, text] of Object.entries(texts)) {
      const failure = await write(join(dirname(file.path), name), text)
      if (failure !== undefined) failures.push(failure)
    }
  } catch (error) {
    failures.push(`${file.path} could not be made: ${messageOf(error)}`)
  }
  if (failures.length === 0) return { written: [file] }
  return { lost: [file], [file.isAutomatic === true ? 'notes' : 'failures']: failures }
}

async function textsOf(
  { path, render, beside }: OutputFile,
  suite: SuiteResult,
  options: ReportOptions,
): Promise<Readonly<Record<string, string>> | undefined> {
  const rendered = await render(suite, options)
  if (rendered === undefined) return undefined
  return { ...(typeof rendered === 'string' ? { [basename(path)]: rendered } : rendered), ...beside?.(suite, options) }
}

async function append(path: string, text: string): Promise<string | undefined> {
  return await appendFile(path, text).then(
    () => undefined,
    (error: unknown) => `${path} could not be written: ${whyNotWritten(error)}`,
  )
}

const endings = formats.flatMap(({ extensions }) => extensions)
function unknownFormat(output: string): Problem {
  const named = namedOutput(output)
  if (named !== undefined && outputNames.includes(named.name)) return { message: `there is no file after ${output}` }
  if (named !== undefined) {
    const hint = `${asSentence(nameHint(named.name, outputNames))} A file of this name is ./${output}`
    return { message: `there is no format ${named.name}`, hint }
  }
  return {
    message: 'unknown format',
    hint: `A file ends with ${[...endings, '.ndjson'].join(' ')}; a report folder with /, as DIR/.`,
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
  const several = results.length > 1 ? outputs.filter((path) => !path.includes('{name}')) : []
  const howToName = 'Put {name} into the path: the name of the file or folder of each.'
  const problems = several.map((path) => refused(path, 'several results would be written to one file', howToName))
  const prepared = []
  const taken = new Set<string>()
  for (const result of problems.length > 0 ? [] : results) {
    const paths = outputs.map((path) => path.replaceAll('{name}', nameOf(result)))
    const files = await prepareFiles(paths, surroundings, problems)
    await refuseInputs(files, inputs, problems)
    for (const { path, during } of files) {
      const howToRename = 'Rename one of the files: {name} is that of the file or folder of each.'
      if (during === 'stream')
        problems.push(refused(path, 'is only written while a test runs', 'Use .series.csv for the seconds of a result.'))
      if (taken.has(path)) problems.push(refused(path, 'two results would be written to it', howToRename))
    }
    for (const { path, appends } of files) if (appends !== true) taken.add(path)
    prepared.push({ ...result, files })
  }
  if (problems.length > 0) throw new UsageError(problems)
  return prepared
}

function refused(path: string, why: string, hint: string): Problem {
  return { message: `--output ${path}: ${why}`, hint }
}

// A result in a report folder has the name of the folder.
function nameOf({ path }: ReadResult): string {
  const name = basename(path, extname(path))
  return name === 'result' || name === 'checkpoint' ? basename(dirname(path)) : name
}
