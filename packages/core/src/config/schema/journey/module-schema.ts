import { readdirSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { closestName } from '../../../base/errors/closest-name.ts'
import { showValue } from '../../show-value.ts'
import type { FieldsProblem } from '../check-together.ts'
import { findFileProblem } from '../find-file-problem.ts'

const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/**
 * A module by its path or `file:` URL, as the URL that any thread can import. Only whether the file exists is looked up.
 *
 * @param cwd folder that paths are relative to
 */
export function moduleSchema(cwd: string): z.ZodType<string, string> {
  return z.string().transform((input, context) => {
    const url = toFileUrl(input, cwd)
    const problem = url === undefined ? { message: 'must be the path or the file: URL of a module' } : findProblem(fileURLToPath(url))
    if (url !== undefined && problem === undefined) return url.href
    context.addIssue({ code: 'custom', message: `${problem?.message} (was ${showValue(input)})`, params: { hint: problem?.hint } })
    return z.NEVER
  })
}

// One letter before a colon is a drive of Windows.
function toFileUrl(input: string, cwd: string): URL | undefined {
  if (input === '' || input.includes('\0')) return undefined
  if (!/^[a-z][a-z\d+.-]+:/i.test(input)) return pathToFileURL(resolve(cwd, input))
  const url = URL.parse(input)
  return url?.protocol === 'file:' && (url.hostname === '' || url.hostname === 'localhost') ? url : undefined
}

function findProblem(path: string): FieldsProblem | undefined {
  const message = findFileProblem(path)
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
    // a folder that is not there is part of what was said already
    return []
  }
}
