import { formatNumber } from './format-number.ts'

/** Writes a count with its noun: `1 run`, `3 runs`; `several` is for nouns that take more than an s. */
export function plural(count: number, one: string, several: string = `${one}s`): string {
  const said = formatNumber(count)
  return `${said} ${said === '1' ? one : several}`
}
