import { accessSync, constants, statSync } from 'node:fs'

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
