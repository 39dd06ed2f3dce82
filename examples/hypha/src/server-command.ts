import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of a program beside this file: TypeScript in a clone, JavaScript when published. */
export function programFile(name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url))
}
