import { extname, resolve } from 'node:path'
import type { ResultsComparison, SuiteResult } from '@benchpress/core'
import type { Problem } from '@benchpress/core/preset'
import { comparisonDocument, comparisonJson } from '../sections/compared-results.ts'
import { json } from '../sections/document.ts'
import { namedOutput } from './output-file.ts'
import { findWrittenTwice, refuseInputs } from './refuse-inputs.ts'
import { writeOrKeep } from './keep-file.ts'
import { findWriteProblem } from './write-whole.ts'

/** A file that a comparison is written to. */
export interface ComparisonFile {
  /** Absolute path of the file. */
  readonly path: string
  /** Renders the comparison, with all runs where the comparison made them. */
  readonly render: (comparison: ResultsComparison, suite: SuiteResult | undefined) => Promise<string>
}

const comparisonRenderers: Readonly<Record<string, ComparisonFile['render']>> = {
  '.json': async (comparison, suite) => (suite === undefined ? comparisonJson(comparison) : json(suite)),
  '.md': async (comparison) => (await import('../render/markdown.ts')).markdown(comparisonDocument(comparison)),
  '.html': async (comparison) => (await import('../render/html/html.ts')).html(comparisonDocument(comparison)),
  '.txt': async (comparison) => (await import('../render/text.ts')).text(comparisonDocument(comparison)),
}

/**
 * Makes the folders of the files of a comparison; adds everything that is in the way to `problems`.
 *
 * @param inputs files that are read and must not be written to
 */
export async function prepareComparison(
  outputs: readonly string[],
  cwd: string,
  problems: Problem[],
  inputs: readonly string[] = [],
): Promise<readonly ComparisonFile[]> {
  return await prepareDocuments(comparisonRenderers, outputs, { cwd, inputs }, problems)
}

/**
 * Makes the folders of the files of a report, and finds the renderer for each ending; adds everything that is in the way to `problems`.
 */
export async function prepareDocuments<Render>(
  renderers: Readonly<Record<string, Render>>,
  outputs: readonly string[],
  { cwd, inputs }: { readonly cwd: string; readonly inputs: readonly string[] },
  problems: Problem[],
): Promise<readonly { readonly path: string; readonly render: Render }[]> {
  const files: { readonly path: string; readonly render: Render }[] = []
  for (const output of outputs) {
    const path = resolve(cwd, output)
    const render = namedOutput(output) === undefined ? renderers[extname(path).toLowerCase()] : undefined
    const problem = render === undefined ? unknownFormat : await findWriteProblem(path)
    if (problem !== undefined) problems.push({ ...problem, message: `--output ${output}: ${problem.message}` })
    else if (render !== undefined) files.push({ path, render })
  }
  problems.push(...(await findWrittenTwice(files, cwd)).map(({ message, hint }) => ({ message: `--output ${message}`, hint })))
  await refuseInputs(files, inputs, problems, cwd)
  return files
}

const unknownFormat: Problem = {
  message: 'unknown format',
  hint: `Use a file that ends with ${Object.keys(comparisonRenderers).join(', ')}.`,
}

/**
 * Writes a comparison to its files, each completely or not at all.
 *
 * @returns one sentence for each file that could not be written
 */
export async function writeComparison(
  files: readonly ComparisonFile[],
  comparison: ResultsComparison,
  suite?: SuiteResult,
): Promise<readonly string[]> {
  return await writeDocuments(await Promise.all(files.map(async ({ path, render }) => ({ path, text: await render(comparison, suite) }))))
}

/**
 * Writes files, each completely or not at all.
 *
 * @returns one sentence for each file that could not be written
 */
export async function writeDocuments(files: readonly { readonly path: string; readonly text: string }[]): Promise<readonly string[]> {
  const failures: (string | undefined)[] = []
  for (const { path, text } of files) failures.push(await writeOrKeep(path, text))
  return failures.filter((failure) => failure !== undefined)
}
