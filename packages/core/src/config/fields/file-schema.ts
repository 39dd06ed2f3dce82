import { codeOf } from '../../base/errors/benchpress-error.ts'
import { accessSync, constants, statSync, readdirSync } from 'node:fs'
import { resolve, basename, dirname, extname } from 'node:path'
import { z } from 'zod'
import { showValue } from '../../base/redact/cut-text.ts'
import { hideSecrets } from '../../base/redact/secrets.ts'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { closestName } from '../../base/errors/closest-name.ts'
import type { ModuleExport } from '../../load/user/import-module.ts'
import { isPlain } from '../../load/plugin/load-plugin.ts'
import { addIssues, addProblem, refuse, strictObject, type FieldsProblem } from './object-schema.ts'

/**
 * The path of a readable file, which is made absolute.
 *
 * @param cwd folder that paths are relative to
 */
export function fileSchema(cwd: string): z.ZodType<string, string> {
  return z.string().transform((input, context) => {
    const absolute = resolve(cwd, input)
    const problem = findFileProblem(absolute, shownPath(input, cwd))
    if (problem !== undefined) addProblem(context, `${problem} (was ${showValue(input)})`)
    return absolute
  })
}

/**
 * The path of a folder, which is made absolute.
 *
 * @param cwd folder that paths are relative to
 */
export function folderSchema(cwd: string): z.ZodType<string> {
  return z.string().transform((input, context) => {
    const folder = resolve(cwd, input)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) addProblem(context, `no such folder: ${shownPath(input, cwd)}`)
    return folder
  })
}

// Without secrets before it is made absolute, which changes a secret with `//` or `..`, so that it would not be known for one any more.
function shownPath(input: string, cwd: string): string {
  return resolve(cwd, hideSecrets(input))
}

/** The reason why no file can be read at an absolute path, which a message shows as given; `undefined` when one can. */
function findFileProblem(path: string, shown: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return 'is not a file'
    accessSync(path, constants.R_OK)
    return undefined
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '') ? `no such file: ${shown}` : `cannot be read: ${shown}`
  }
}

const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/**
 * The two ways to name an export of a module, for use in a union: by the path of the module, or as `{ module, export, options }`.
 *
 * @param cwd folder that paths are relative to
 */
export function exportSchemas(cwd: string): readonly [z.ZodType<ModuleExport>, z.ZodType<ModuleExport>] {
  const module = moduleSchema(cwd)
  const path = module.transform((url) => ({ module: url, export: 'default', options: undefined }))
  const reference = strictObject({
    module,
    export: z.string().min(1).default('default'),
    options: cloneableSchema.optional(),
  } satisfies Record<keyof ModuleExport, z.ZodType>).transform(({ options, ...of }) => ({ ...of, options }))
  return [path, reference]
}

/** A module by its path or `file:` URL, as a URL that any thread can import. Only the existence of the file is checked. */
function moduleSchema(cwd: string): z.ZodType<string, string> {
  return z.string().transform((input, context) => {
    const url = toFileUrl(input, cwd)
    const problem =
      url === undefined
        ? { message: 'must be the path or the file: URL of a module' }
        : findModuleProblem(fileURLToPath(url), /^file:/i.test(input) ? hideSecrets(input) : shownPath(input, cwd))
    if (url !== undefined && problem === undefined) return url.href
    return refuse(context, `${problem?.message} (was ${showValue(input)})`, problem?.hint)
  })
}

// A single letter before a colon is a drive of Windows.
function toFileUrl(input: string, cwd: string): URL | undefined {
  if (input === '' || input.includes('\0')) return undefined
  if (!/^[a-z][a-z\d+.-]+:/i.test(input)) return pathToFileURL(resolve(cwd, input))
  const url = URL.parse(input)
  return url?.protocol === 'file:' && (url.hostname === '' || url.hostname === 'localhost') ? url : undefined
}

function findModuleProblem(path: string, shown: string): FieldsProblem | undefined {
  const message = findFileProblem(path, shown)
  if (message !== undefined) return { message, hint: suggestNeighbour(path) }
  if (extensions.includes(extname(path))) return undefined
  return { message: 'is no module of TypeScript or JavaScript', hint: `known extensions are ${extensions.join(', ')}` }
}

function suggestNeighbour(path: string): string | undefined {
  const modules = listModules(dirname(path))
  const name = basename(path)
  const meant = modules.find((module) => module.slice(0, -extname(module).length) === name) ?? closestName(name, modules)
  return meant === undefined ? undefined : `did you mean "${meant}"?`
}

function listModules(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => extensions.includes(extname(name)))
  } catch {
    // the issue of the file already reports a missing folder
    return []
  }
}

type Path = readonly (string | number)[]

/** The classes that structuredClone keeps, besides plain objects and lists. */
const cloneable = [Date, RegExp, ArrayBuffer, SharedArrayBuffer, Error, Boolean, Number, String]

/** Data that can be copied to another thread. */
export const cloneableSchema: z.ZodType = z.unknown().transform((value, context) => {
  const problems = findCloneProblems(value, [], new Set())
  addIssues(problems, context)
  if (problems.length > 0) return z.NEVER
  try {
    return structuredClone(value)
  } catch {
    // The reason contains the source of the value that cannot be cloned.
    return refuse(context, 'cannot be sent to another thread', asData)
  }
})

const asData = 'give plain data'

function findCloneProblems(value: unknown, path: Path, seen: Set<object>): readonly FieldsProblem[] {
  if (typeof value === 'function')
    return [{ path, message: 'a function cannot be sent to another thread', hint: 'put it in a journey file' }]
  if (typeof value === 'symbol') return [{ path, message: 'a symbol cannot be sent to another thread', hint: asData }]
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => findCloneProblems(item, [...path, index], seen))
  if (value instanceof Map || value instanceof Set) return [...value].flat().flatMap((item: unknown) => findCloneProblems(item, path, seen))
  if (ArrayBuffer.isView(value) || cloneable.some((type) => value instanceof type)) return []
  if (!isPlain(value))
    return [{ path, message: `${nameOf(value)} would arrive in another thread as an object without its class`, hint: asData }]
  return Object.entries(value).flatMap(([key, item]) => findCloneProblems(item, [...path, key], seen))
}

function nameOf(value: object): string {
  const name: unknown = value.constructor?.name
  return typeof name === 'string' && name !== '' ? `a ${name}` : 'it'
}
