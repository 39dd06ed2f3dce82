import { statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { document, json, markdown } from '@benchpress/report'
import { extrasOf, presetJson, type ReportOptions } from './report-options.ts'

/** One file that is written with the result. */
export interface OutputFile {
  /** Absolute. */
  readonly path: string
  /** Its text; `undefined` where there is nothing to be written. */
  readonly render: (suite: SuiteResult, options: ReportOptions) => string | undefined
  /** What is written to it while the run is under way, in place of its text. */
  readonly during?: 'checkpoint' | 'stream'
  /** Files of the same folder whose names are known with the result alone. */
  readonly beside?: (suite: SuiteResult, options: ReportOptions) => Readonly<Record<string, string>>
}

/**
 * Tells which files `-o` asks for: the format by extension, or all files of a report folder for a folder or a path that ends with a slash.
 *
 * Returns `undefined` when the format is not known.
 */
export function outputFiles(output: string, cwd: string): readonly OutputFile[] | undefined {
  const path = resolve(cwd, output)
  if (extname(basename(path)).toLowerCase() === '.ndjson') return [{ path, render: nothing, during: 'stream' }]
  const render = renderers[extname(basename(path)).toLowerCase()]
  const isFolder = /[/\\]$/.test(output) || (render === undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
  if (isFolder) return folder.map((file) => ({ ...file, path: join(path, file.path) }))
  return render === undefined ? undefined : [{ path, render }]
}

const renderers: Readonly<Record<string, OutputFile['render']>> = { '.json': json, '.md': markdownOf }

// Its file is written, or taken away, by what follows the run.
const nothing = (): undefined => undefined

const folder: readonly OutputFile[] = [
  { path: 'checkpoint.json', render: nothing, during: 'checkpoint' },
  { path: 'result.json', render: json },
  { path: 'report.md', render: markdownOf },
  { path: 'environment.json', render: (suite) => `${JSON.stringify(suite.environment, undefined, 2)}\n` },
  { path: 'config.json', render: (suite) => `${JSON.stringify(suite.config ?? null, undefined, 2)}\n` },
  { path: 'preset.json', render: presetJson, beside: (suite, { presetRun }) => presetRun?.preset.files?.(suite, presetRun) ?? {} },
]

function markdownOf(suite: SuiteResult, options: ReportOptions): string {
  return markdown(document(suite, extrasOf(suite, options)))
}
