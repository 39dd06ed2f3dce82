import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { LeftOut, SuiteResult } from '@benchpress/core'
import type { Problem } from '@benchpress/core/preset'
import { messageOf, resultFormats } from '@benchpress/core/report'
import { formats, render } from '../formats/formats.ts'
import { metricFamilies } from '../formats/metric-families.ts'

const knownVersion: SuiteResult['schemaVersion'] = 2

/** A result that was written before. */
export interface ReadResult {
  /** Path of its file. */
  readonly path: string
  readonly suite: SuiteResult
}

/**
 * Reads results from files or report folders; a result that cannot be read is left out, and added to `problems`.
 *
 * Results are checked against the schema; one from another benchpress with the same version of the format is read where a complete report can be made of it.
 *
 * @param cwd folder that the sources are relative to
 */
export async function readResults(sources: readonly string[], cwd: string, problems: Problem[]): Promise<readonly ReadResult[]> {
  const results: ReadResult[] = []
  for (const source of sources) {
    const read = await readResult(source, cwd, problems)
    if (read !== undefined) results.push(read)
  }
  return results
}

/**
 * Reads a result from its file, or from a report folder: its `result.json`, or the `checkpoint.json` of a run that was killed, whichever is newer.
 *
 * Adds everything that is wrong to `problems`, and then returns `undefined`.
 */
async function readResult(source: string, cwd: string, problems: Problem[]): Promise<ReadResult | undefined> {
  const path = findFile(resolve(cwd, source))
  const value = path === undefined ? undefined : ofKnownVersion(readJson(path, source, problems))
  if (path === undefined) {
    problems.push({ message: `there is no result at ${source}`, hint: 'Name a file that -o FILE.json wrote, or a folder of -o DIR/.' })
  }
  if (path === undefined || value === undefined) return undefined
  const found = await problemOf(value)
  if (found === undefined) return { path, suite: value as SuiteResult }
  problems.push({ ...found, message: `${source} ${found.message}` })
  return undefined
}

/** Lists the results of a source: a file or a report folder is one result, and any other folder stands for the JSON files and report folders in it. */
function filesOf(source: string, cwd: string): readonly string[] {
  const path = resolve(cwd, source)
  if (!isFolder(path) || isReportFolder(path)) return [source]
  const files = readdirSync(path).filter((name) => name.endsWith('.json') || isReportFolder(join(path, name)))
  return files.length === 0 ? [source] : files.toSorted().map((name) => join(source, name))
}

/** Reads the results of one side of a comparison, from files and folders. */
export async function readSide(sources: readonly string[], cwd: string, problems: Problem[]): Promise<readonly ReadResult[]> {
  const files = sources.flatMap((source) => filesOf(source, cwd))
  return await readResults(files, cwd, problems)
}

/** Refuses a run that a comparison has twice, also as a copy: it would count as two samples, or make both sides equivalent. */
export function refuseCopies(results: readonly ReadResult[], problems: Problem[]): void {
  const files = new Map<string, string>()
  for (const { path, suite } of results) {
    const runs = runsOf(suite)
    const other = runs.map((run) => files.get(run)).find((file) => file !== undefined)
    for (const run of runs) files.set(run, path)
    if (other === undefined) continue
    const both = other === path ? `${path} is named twice` : `${other} and ${path} have the same run`
    problems.push({ message: both, hint: 'Name each result once, and for one side.' })
  }
}

/** Identifies the runs of a result; a run and its copy are the same. */
function runsOf({ tests }: SuiteResult): readonly string[] {
  return tests.map(({ name, variant, repeat, startedAt }) => JSON.stringify([name, variant, repeat, startedAt]))
}

/**
 * Reads results from files and folders: a file of a folder that cannot be read is left out and named, and a file that the user named is added to `problems`.
 */
export async function readHistory(
  sources: readonly string[],
  cwd: string,
  problems: Problem[],
): Promise<{ readonly results: readonly ReadResult[]; readonly unreadable: readonly LeftOut[] }> {
  const results: ReadResult[] = []
  const unreadable: LeftOut[] = []
  for (const source of sources) {
    for (const file of filesOf(source, cwd)) {
      const found: Problem[] = []
      results.push(...(await readResults([file], cwd, found)))
      if (file === source) problems.push(...found)
      else unreadable.push(...found.map(({ message }) => ({ source: file, because: message.replace(`${file} `, 'it ') })))
    }
  }
  if (results.length === 0 && problems.length === 0)
    problems.push({ message: `there is no result in ${sources.join(', ')}`, hint: 'Keep results there: -o FOLDER/{date}.json.' })
  return { results, unreadable }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isReportFolder(path: string): boolean {
  return isFolder(path) && ['result.json', 'checkpoint.json'].some((name) => existsSync(join(path, name)))
}

function findFile(path: string): string | undefined {
  if (!isFolder(path)) return existsSync(path) ? path : undefined
  const there = ['result.json', 'checkpoint.json'].map((name) => join(path, name)).filter((file) => existsSync(file))
  return there.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
}

function readJson(path: string, source: string, problems: Problem[]): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) ?? {}
  } catch (error) {
    problems.push({ message: `${source} cannot be read: ${messageOf(error)}` })
    return undefined
  }
}

/** A result of version 1 as one of version 2, which has lost the tests that called functions; any other value as it is. */
function ofKnownVersion(value: unknown): unknown {
  if (versionOf(value) !== 1 || hasFunctions(value)) return value
  const tests = testsOf(value).map(({ kind: _kind, microbenchmarks: _functions, ...test }) => test)
  return { ...(value as object), schemaVersion: knownVersion, ...(tests.length > 0 && { tests }) }
}

function hasFunctions(value: unknown): boolean {
  return testsOf(value).some(({ kind }) => kind === 'functions')
}

function testsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { tests } = value as { readonly tests?: unknown }
  return Array.isArray(tests)
    ? (tests as readonly Readonly<Record<string, unknown>>[]).filter((test) => typeof test === 'object' && test !== null)
    : []
}

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'schemaVersion' in value ? value.schemaVersion : undefined
}

async function problemOf(value: unknown): Promise<Problem | undefined> {
  const version = versionOf(value)
  if (version === 1)
    return { message: 'has a test of functions, which benchpress no longer measures', hint: 'Use the benchpress that wrote it.' }
  if (version !== knownVersion) return ofOtherVersion(version)
  validate ??= readSchema()
  validate(value)
  const errors = validate.errors ?? []
  const wrong = errors.filter((error) => !isOfOtherVersion(error))
  if (wrong.length > 0) return notWhole(wrong)
  const missing = errors.filter(({ keyword }) => keyword === 'required')
  return missing.length === 0 || (await canBeShown(value as SuiteResult)) ? undefined : notWhole(missing)
}

function ofOtherVersion(version: unknown): Problem {
  if (version === undefined)
    return { message: 'is no result of benchpress: it has no schemaVersion', hint: 'Name a file that -o FILE.json wrote.' }
  const message = `is of version ${JSON.stringify(version)} of the format of results, and this benchpress reads version ${knownVersion}`
  const isLater = typeof version === 'number' && version > knownVersion
  return isLater ? { message, hint: 'Use the benchpress that wrote it, or a newer one.' } : { message }
}

function notWhole(errors: readonly ErrorObject[]): Problem {
  const [first = '', ...others] = errors.map(({ instancePath, message = '' }) => `${instancePath === '' ? '/' : instancePath} ${message}`)
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return {
    message: `is no whole result: ${first}${more}`,
    hint: 'It was changed, cut off, or written by a much older benchpress.',
  }
}

// Compiled once, as compiling the schema takes longer than reading a result, and a comparison reads many.
let validate: ValidateFunction | undefined

function readSchema(): ValidateFunction {
  const schema = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@benchpress/core/result.schema.json')), 'utf8'))
  return new Ajv2020({ allowUnionTypes: true, allErrors: true, formats: resultFormats }).compile(schema)
}

// Fields that a later benchpress has added, and figures that an earlier one lacks, are accepted. In a part that may be null, they are also reported as a
// part that is not null.
function isOfOtherVersion({ keyword, instancePath, params }: ErrorObject): boolean {
  if (keyword === 'anyOf' || (keyword === 'type' && params['type'] === 'null')) return true
  return keyword === 'additionalProperties' || (keyword === 'required' && !/^(?:\/tests\/\d+)?$/.test(instancePath))
}

// A missing figure that is needed is found by making a complete report.
async function canBeShown(suite: SuiteResult): Promise<boolean> {
  try {
    for (const { name } of formats) await render(suite, 'trial.txt', { format: name })
    return metricFamilies(suite).every(({ samples }) => samples.every(([, value]) => Number.isFinite(value)))
  } catch {
    return false
  }
}
