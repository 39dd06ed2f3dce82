import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { showValue } from '../show-value.ts'

/**
 * The path of a file that can be read, which becomes absolute.
 *
 * @param cwd folder that paths are relative to
 */
export function fileSchema(cwd: string): z.ZodType<string, string> {
  return z.string().transform((input, context) => {
    const absolute = resolve(cwd, input)
    const problem = findFileProblem(absolute)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: `${problem} (was ${showValue(input)})` })
    return absolute
  })
}

/**
 * The path of a folder, which becomes absolute.
 *
 * @param cwd folder that paths are relative to
 */
export function folderSchema(cwd: string): z.ZodType<string> {
  return z.string().transform((input, context) => {
    const folder = resolve(cwd, input)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      context.addIssue({ code: 'custom', message: `no such folder: ${folder}` })
    return folder
  })
}

/** Why there is no file to read at an absolute path; `undefined` when there is one. */
export function findFileProblem(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return 'is not a file'
    accessSync(path, constants.R_OK)
    return undefined
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    return isMissing ? `no such file: ${path}` : `cannot be read: ${path}`
  }
}
