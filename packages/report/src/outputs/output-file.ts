import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import type { PresetRun } from '@benchpress/core/preset'
import { redactText } from '@benchpress/core/report'
import { brief, document, json } from '../sections/document.ts'
import { presetData, presetSections } from '../sections/preset/preset-sections.ts'
import { findFormat, formats, type OutputFormat } from '../formats/formats.ts'
import { htmlPages } from '../formats/html-pages.ts'
import { markdown } from '../render/markdown.ts'
import { toJson } from '../format/texts.ts'
import { isStepSummary, type Variables } from './github.ts'
import type { ReportExtras } from '../sections/extras.ts'
import type { DocumentSection } from '../render/report-document.ts'

/** One file that is written with the result. */
export interface OutputFile {
  /** Absolute path of the file. */
  readonly path: string
  /** Renders the file, and others that belong to it: their texts by their names, in the folder of the file; without a text nothing is written. */
  readonly render: (suite: SuiteResult, options: ReportOptions) => Texts | Promise<Texts>
  /** What is written to the file while the run is under way, in place of a rendered text. */
  readonly during?: 'checkpoint' | 'stream'
  /** Whether the text is appended to the file. */
  readonly appends?: boolean
  /** Whether no flag asks for the file, so that a run is neither refused nor failed where it cannot be written. */
  readonly isAutomatic?: boolean
  /** Absolute path of the report folder that the file belongs to, with a slash at the end. */
  readonly folder?: string
}

type Texts = Readonly<Record<string, string>>

/**
 * Finds the files that `-o` asks for: one file in the format of its name, as in `junit=FILE`, or of its ending, or all files of a report folder for a folder or
 * a path that ends with a slash.
 *
 * Returns `undefined` when the format is not known.
 */
export function outputFiles(output: string, cwd: string, env: Variables = {}): readonly OutputFile[] | undefined {
  // An unset variable must not mean the working directory.
  if (output.trim() === '') return undefined
  const named = namedOutput(output)
  if (named === undefined) return filesByPath(output, resolve(cwd, output), env)
  return named.file.trim() === '' ? undefined : namedFile(named.name, resolve(cwd, named.file))
}

/** The parts of `NAME=FILE`; `undefined` for a path, which has a folder before a `=` of its own, as in `./a=b.json`. */
export function namedOutput(output: string): { readonly name: string; readonly file: string } | undefined {
  const [, name, file = ''] = /^([a-z][\w-]*)=(.*)$/is.exec(output) ?? []
  return name === undefined ? undefined : { name, file }
}

const streamName = 'ndjson'

/** The names that may stand in `NAME=FILE`. */
export const outputNames: readonly string[] = [...formats.map(({ name }) => name), streamName]

function namedFile(name: string, path: string): readonly OutputFile[] | undefined {
  if (name === streamName) return [streamOf(path)]
  const named = findFormat({ name })
  return named && fileOf(named, path)
}

function streamOf(path: string): OutputFile {
  return { path, render: nothing, during: 'stream' }
}

function filesByPath(output: string, path: string, env: Variables): readonly OutputFile[] | undefined {
  if (isStepSummary(path, env)) return [stepSummary(path)]
  if (/.\.ndjson$/i.test(basename(path))) return [streamOf(path)]
  const format = findFormat({ file: basename(path) })
  const isFolder = /[/\\]$/.test(output) || (format === undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
  if (isFolder) return folder.map((each) => ({ ...each, path: join(path, each.path), folder: join(path, '/') }))
  return format && fileOf(format, path)
}

function fileOf(format: OutputFormat, path: string): readonly OutputFile[] {
  return [{ path, render: async (suite, options) => ({ [basename(path)]: await format.render(suite, extrasOf(suite, options)) }) }]
}

// The checkpoint is written and removed by `RunningOutputs`.
const nothing = (): Texts => ({})

const folder: readonly OutputFile[] = [
  { path: 'checkpoint.json', render: nothing, during: 'checkpoint' },
  folderFile('result.json', json),
  folderFile('report.md', (suite, options) => markdown(document(suite, extrasOf(suite, options)))),
  // A suite of several tests has an index and a page for each test.
  {
    path: 'index.html',
    render: (suite, options) => Object.fromEntries(htmlPages(suite, extrasOf(suite, options)).map(({ name, text }) => [name, text])),
  },
  folderFile('environment.json', (suite) => `${toJson(suite.environment, 2)}\n`),
  folderFile('config.json', (suite) => `${toJson(suite.config ?? null, 2)}\n`),
  {
    path: 'preset.json',
    render: (suite, options) => {
      const { presetRun } = options
      const text = presetJson(suite, options)
      return text === undefined ? {} : { 'preset.json': text, ...presetRun?.preset.files?.(suite, presetRun) }
    },
  },
]

function folderFile(path: string, render: (suite: SuiteResult, options: ReportOptions) => string): OutputFile {
  return { path, render: (suite, options) => ({ [path]: render(suite, options) }) }
}

// The bytes of a step summary, a little less than GitHub accepts; GitHub shows nothing of a longer one.
const longestSummary = 1_000_000

/** The summary of a step, to which the report is appended as Markdown, or only thresholds and verdict where there is no room for it. */
export function stepSummary(path: string): OutputFile {
  return {
    path,
    appends: true,
    render: (suite, options) => {
      // Other results of this command, and other commands of the step, may have written to the summary before.
      const room = longestSummary - (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
      const whole = markdown(document(suite, extrasOf(suite, options)))
      const text = [whole, markdown(brief(suite))].find((each) => Buffer.byteLength(each) <= room)
      if (text !== undefined) return { [basename(path)]: text }
      throw new Error('it is full: GitHub shows no summary of a step that is longer than 1 MB')
    },
  }
}

/** The options of a report. */
export interface ReportOptions {
  readonly allPercentiles: boolean
  readonly statusCodes: boolean
  readonly presetRun: PresetRun | undefined
  /** Sections of a comparison with a baseline. */
  readonly against?: readonly DocumentSection[] | undefined
}

/** The extra contents of a report, including those of a preset. */
export function extrasOf(suite: SuiteResult, { allPercentiles, statusCodes, presetRun, against = [] }: ReportOptions): ReportExtras {
  if (presetRun === undefined) return { allPercentiles, statusCodes, against }
  const { preset, code } = presetRun
  const sections = presetSections(suite, presetRun)
  const { showsRuns, pages = {} } = preset
  return { allPercentiles, statusCodes, against, code, sections, showsRuns: showsRuns === true && sections.length > 0, pages }
}

/**
 * Writes the data of a preset as JSON: what was published, the changes, the findings, and the data to make its report again; `undefined` without a preset.
 */
export function presetJson(suite: SuiteResult, { presetRun }: ReportOptions): string | undefined {
  if (presetRun === undefined) return undefined
  const { preset, part = null, changes, isEmbedded, own = {}, code, notes = null } = presetRun
  const { name, source } = preset
  const findings = preset.findings?.(suite, presetRun) ?? null
  // The value of a flag, or a text that a run reported, can contain a secret.
  const withoutSecrets = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? redactText(each) : each)))
  const run = { isEmbedded, own: withoutSecrets(own), code, notes: withoutSecrets(notes) }
  return `${toJson({ name, part, source, changes, ...presetData(suite, presetRun), findings, run }, 2)}\n`
}
