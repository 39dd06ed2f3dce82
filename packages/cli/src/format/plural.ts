import { formatNumber } from './format-number.ts'

/** Writes a count with its noun: `1 run`, `3 runs`; `several` is for nouns that take more than an s. */
export function plural(count: number, one: string, several: string = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : several}`
}
