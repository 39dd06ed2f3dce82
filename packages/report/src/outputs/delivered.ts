import { relative, sep } from 'node:path'
import type { OutputFile } from './output-file.ts'

/** The outcome of writing some of the outputs. */
export interface Delivered {
  /** The files that contain the result, in the order of the flags. */
  readonly written: readonly OutputFile[]
  /** The files that should contain the result and do not. */
  readonly lost: readonly OutputFile[]
  /** A sentence for each output that was asked for and could not be written, for which the exit code is 1. */
  readonly failures: readonly string[]
  /** Sentences for the reader that change no exit code. */
  readonly notes: readonly string[]
}

/** Joins the outcomes of several parts of the outputs. */
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
 * @param cwd folder below which paths are shortened
 */
export function listWritten({ written, lost }: Pick<Delivered, 'written' | 'lost'>, cwd: string): string {
  const broken = new Set(lost.map(({ folder }) => folder))
  const paths = new Set(written.map(({ path, folder }) => (folder === undefined || broken.has(folder) ? path : folder)))
  return [...paths].map((path) => nearPath(path, cwd)).join(', ')
}

/** Shortens a path that is below a folder. */
export function nearPath(path: string, cwd: string): string {
  const near = `${relative(cwd, path)}${path.endsWith(sep) ? sep : ''}`
  return near.startsWith('..') || near === sep ? path : near
}
