import { relative, sep } from 'node:path'
import type { OutputFile } from './output-file.ts'

/** How a part of the outputs came out. */
export interface Delivered {
  /** The files that have the result, in the order in which they were asked for. */
  readonly written: readonly OutputFile[]
  /** The files that should have it and do not. */
  readonly lost: readonly OutputFile[]
  /** A sentence for each output that was asked for and is not there: the exit code is 1. */
  readonly failures: readonly string[]
  /** Sentences for the reader that change no exit code. */
  readonly notes: readonly string[]
}

/** Joins how several parts of the outputs came out. */
export function joinDelivered(...parts: readonly Partial<Delivered>[]): Delivered {
  return {
    written: parts.flatMap(({ written = [] }) => written),
    lost: parts.flatMap(({ lost = [] }) => lost),
    failures: parts.flatMap(({ failures = [] }) => failures),
    notes: parts.flatMap(({ notes = [] }) => notes),
  }
}

/**
 * Lists the files that were written, for a reader in a folder: `out/, load.json`.
 *
 * A report folder stands for its files, unless one of them is lost.
 *
 * @param cwd from where a path is shorter, below it
 */
export function listWritten({ written, lost }: Pick<Delivered, 'written' | 'lost'>, cwd: string): string {
  const broken = new Set(lost.map(({ folder }) => folder))
  const paths = new Set(written.map(({ path, folder }) => (folder === undefined || broken.has(folder) ? path : folder)))
  return [...paths].map((path) => nearPath(path, cwd)).join(', ')
}

/** Writes a path from a folder, where it is below it. */
export function nearPath(path: string, cwd: string): string {
  const near = `${relative(cwd, path)}${path.endsWith(sep) ? sep : ''}`
  return near.startsWith('..') || near === sep ? path : near
}
