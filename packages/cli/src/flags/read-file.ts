import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidFlagError } from './flag.ts'
import type { FlagContext } from './flag.ts'

/**
 * Reads a file that a flag names, relative to the working directory.
 *
 * @throws InvalidFlagError when it cannot be read
 */
export function readBinaryFile(path: string, context: FlagContext): Uint8Array {
  try {
    return readFileSync(resolve(context.cwd, path))
  } catch (error) {
    throw new InvalidFlagError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Reads a UTF-8 text file that a flag names, relative to the working directory.
 *
 * @throws InvalidFlagError when it cannot be read
 */
export function readTextFile(path: string, context: FlagContext): string {
  return Buffer.from(readBinaryFile(path, context)).toString('utf8')
}
