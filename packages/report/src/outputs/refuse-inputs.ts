import { stat } from 'node:fs/promises'
import type { SuiteConfig } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { listInputs } from '@benchpress/core/report'
import { nearPath } from './delivered.ts'
import { placeOfFile } from './write-atomically.ts'

/**
 * Refuses to write to files that are read, such as a config or a result: adds a problem for each of them, by whatever name or link.
 *
 * @param files that are to be written, with absolute paths
 * @param inputs absolute paths of files that are read; files that do not exist are ignored
 * @param cwd folder below which paths are shortened
 */
export async function refuseInputs(
  files: readonly { readonly path: string }[],
  inputs: readonly string[],
  problems: Problem[],
  cwd: string = process.cwd(),
): Promise<void> {
  const read = new Set(await Promise.all(inputs.map(async (path) => await placeOfFile(path))))
  for (const { path } of files) {
    if (read.has(await placeOfFile(path)))
      problems.push(refused(nearPath(path, cwd), 'is read by this command, and would be overwritten', 'Name another file.'))
  }
}

/**
 * Refuses files that two outputs would write, by whatever name or link, so that one would replace the other; a device or a pipe takes both.
 *
 * @param cwd folder below which paths are shortened
 */
export async function refuseTwice(
  files: readonly { readonly path: string; readonly appends?: boolean }[],
  cwd: string,
  problems: Problem[],
): Promise<void> {
  const taken = new Set<string>()
  for (const { path, appends = false } of files) {
    const place = await placeOfFile(path)
    const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? true
    if (appends || !isFile) continue
    if (taken.has(place)) problems.push(refused(nearPath(path, cwd), 'is the file of two outputs', 'Name another file for one of them.'))
    taken.add(place)
  }
}

/** The problem with an output that a flag names. */
export function refused(output: string, why: string, hint: string | undefined): Problem {
  return { message: `--output ${output}: ${why}`, hint }
}

/**
 * Refuses to write to files that a suite reads: its journeys, the files of its forms, its feeds. The faults of a wrong suite are left to the run to report.
 *
 * @throws UsageError that names each of these files
 */
export async function refuseReadFiles(
  files: readonly { readonly path: string }[],
  { suite, folder, inputs = [] }: { readonly suite: SuiteConfig; readonly folder: string; readonly inputs?: readonly string[] },
): Promise<void> {
  if (files.length === 0) return
  const problems: Problem[] = []
  const read = await listInputs(suite, folder).catch(() => [])
  await refuseInputs(files, [...inputs, ...read], problems)
  if (problems.length > 0) throw new UsageError(problems)
}
