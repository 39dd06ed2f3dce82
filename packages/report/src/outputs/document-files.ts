import { extname, resolve } from 'node:path'
import type { Problem } from '@benchpress/core/preset'
import type { ReportDocument } from '../render/report-document.ts'
import { writeOrKeep } from './keep-file.ts'
import { namedOutput } from './output-file.ts'
import { refused, refuseInputs, refuseTwice } from './refuse-inputs.ts'
import { findWriteProblem } from './write-atomically.ts'

/** A report on a comparison or a history, which is shown in several formats. */
export interface ShownDocument {
  readonly json: () => string
  /** Makes the document: everything, or as much as a screen takes. */
  readonly document: (reader?: { readonly amount: 'full' | 'screen' }) => ReportDocument
}

/** A file that a report is written to, in the format of its ending. */
export interface DocumentFile {
  /** Absolute path of the file. */
  readonly path: string
}

const renderers: Readonly<Record<string, (shown: ShownDocument) => Promise<string>>> = {
  '.json': async ({ json }) => json(),
  '.md': async ({ document }) => (await import('../render/markdown.ts')).markdown(document()),
  '.html': async ({ document }) => (await import('../render/html/html.ts')).html(document()),
  '.txt': async ({ document }) => (await import('../render/text.ts')).text(document()),
}

/**
 * Makes the folders of the files of a report; adds everything that is in the way to `problems`.
 *
 * @param inputs files that are read and must not be written to
 */
export async function prepareDocuments(
  outputs: readonly string[],
  cwd: string,
  problems: Problem[],
  inputs: readonly string[] = [],
): Promise<readonly DocumentFile[]> {
  const files: DocumentFile[] = []
  for (const output of outputs) {
    const path = resolve(cwd, output)
    const isKnown = namedOutput(output) === undefined && rendererOf(path) !== undefined
    const problem = isKnown ? await findWriteProblem(path) : unknownFormat
    if (problem === undefined) files.push({ path })
    else problems.push(refused(output, problem.message, problem.hint))
  }
  await refuseTwice(files, cwd, problems)
  await refuseInputs(files, inputs, problems, cwd)
  return files
}

function rendererOf(path: string): (typeof renderers)[string] | undefined {
  return renderers[extname(path).toLowerCase()]
}

const unknownFormat: Problem = { message: 'unknown format', hint: `Use a file that ends with ${Object.keys(renderers).join(', ')}.` }

/**
 * Writes a report to its files, each completely or not at all.
 *
 * @returns one sentence for each file that could not be written
 */
export async function writeDocuments(files: readonly DocumentFile[], shown: ShownDocument): Promise<readonly string[]> {
  const failures: (string | undefined)[] = []
  for (const { path } of files) failures.push(await writeOrKeep(path, (await rendererOf(path)?.(shown)) ?? ''))
  return failures.filter((failure) => failure !== undefined)
}
