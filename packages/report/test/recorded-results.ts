import { readdirSync, readFileSync } from 'node:fs'
import type { SuiteResult } from '@benchpress/core'

const folder = new URL('recorded/', import.meta.url)

/** The recorded results by their names. */
export const recorded: readonly (readonly [name: string, suite: SuiteResult])[] = readdirSync(folder)
  .filter((file) => /^[\w-]+\.json$/.test(file))
  .map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as SuiteResult])

/** A recorded result by its name. */
export function recordedResult(name: string): SuiteResult {
  const found = recorded.find(([known]) => known === name)
  if (found === undefined) throw new Error(`no result ${name} is recorded`)
  return found[1]
}
