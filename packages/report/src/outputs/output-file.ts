import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { brief, document, json } from '../document.ts'
import { findFormat, type FormattedFiles, type OutputFormat } from '../formats/formats.ts'
import { htmlPages } from '../html-pages.ts'
import { markdown } from '../markdown.ts'
import { toJson } from '../format/texts.ts'
import { isStepSummary, type Environment } from './github.ts'
import { extrasOf, presetJson, type ReportOptions } from './report-options.ts'

/** One file that is written with the result. */
export interface OutputFile {
  /** Absolute. */
  readonly path: string
  /** Its text, or texts by the names of files in its folder; `undefined` where there is nothing to be written. */
  readonly render: (suite: SuiteResult, options: ReportOptions) => FormattedFiles | undefined | Promise<FormattedFiles>
  /** What is written to it while the run is under way, in place of its text. */
  readonly during?: 'checkpoint' | 'stream'
  /** Whether its text is added at the end of what the file has. */
  readonly appends?: boolean
  /** Whether nobody asked for it, so that a run is neither refused nor failed where it cannot be written. */
  readonly isUnasked?: boolean
  /** The report folder that it is a file of, absolute, with its slash. */
  readonly folder?: string
  /** Files of the same folder whose names are known with the result alone. */
  readonly beside?: (suite: SuiteResult, options: ReportOptions) => Readonly<Record<string, string>>
}

/**
 * Tells which files `-o` asks for: the format by its name, as in `junit=FILE`, or by the ending of the file, or all files of a report folder for
 * a folder or a path that ends with a slash.
 *
 * Returns `undefined` when the format is not known.
 */
export function outputFiles(output: string, cwd: string, env: Environment = {}): readonly OutputFile[] | undefined {
  // A variable that is not set is not the folder one is in.
  if (output.trim() === '') return undefined
  return namedFile(output, cwd) ?? filesByPath(output, resolve(cwd, output), env)
}

function namedFile(output: string, cwd: string): readonly OutputFile[] | undefined {
  const [, name = '', file = ''] = /^([a-z][\w-]*)=(.+)$/is.exec(output) ?? []
  const named = findFormat({ name })
  return named && fileOf(named, resolve(cwd, file))
}

function filesByPath(output: string, path: string, env: Environment): readonly OutputFile[] | undefined {
  if (isStepSummary(path, env)) return [stepSummary(path)]
  if (/.\.ndjson$/i.test(basename(path))) return [{ path, render: nothing, during: 'stream' }]
  const format = findFormat({ file: basename(path) })
  const isFolder = /[/\\]$/.test(output) || (format === undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
  if (isFolder) return folder.map((each) => ({ ...each, path: join(path, each.path), folder: join(path, '/') }))
  return format && fileOf(format, path)
}

function fileOf(format: OutputFormat, path: string): readonly OutputFile[] {
  return [{ path, render: (suite, options) => format.render(suite, extrasOf(suite, options), basename(path)) }]
}

// Its file is written, or taken away, by what follows the run.
const nothing = (): undefined => undefined

const folder: readonly OutputFile[] = [
  { path: 'checkpoint.json', render: nothing, during: 'checkpoint' },
  { path: 'result.json', render: json },
  { path: 'report.md', render: (suite, options) => markdown(document(suite, extrasOf(suite, options))) },
  { path: 'index.html', render: pagesOf },
  { path: 'environment.json', render: (suite) => `${toJson(suite.environment, 2)}\n` },
  { path: 'config.json', render: (suite) => `${toJson(suite.config ?? null, 2)}\n` },
  { path: 'preset.json', render: presetJson, beside: (suite, { presetRun }) => presetRun?.preset.files?.(suite, presetRun) ?? {} },
]

// What GitHub takes as the summary of one step is a little more than this, in bytes, whoever wrote it; of a longer one it shows nothing.
const longestSummary = 1_000_000

// An index and a page for each test, where a suite has several.
function pagesOf(suite: SuiteResult, options: ReportOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(htmlPages(suite, extrasOf(suite, options)).map(({ name, text }) => [name, text]))
}

/** The summary of a step, to which the report is added as Markdown; where there is no room left for it, thresholds and verdict alone. */
function stepSummary(path: string): OutputFile {
  return {
    path,
    appends: true,
    render: (suite, options) => {
      // Other results of this command, and other commands of the step, have written to it.
      const room = longestSummary - (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
      const whole = markdown(document(suite, extrasOf(suite, options)))
      if (Buffer.byteLength(whole) <= room) return whole
      const answer = markdown(brief(suite))
      if (Buffer.byteLength(answer) <= room) return answer
      throw new Error('it is full: GitHub shows no summary of a step that is longer than 1 MB')
    },
  }
}
