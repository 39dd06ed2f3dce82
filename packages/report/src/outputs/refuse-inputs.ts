import { realpath } from 'node:fs/promises'
import type { SuiteConfig } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { listInputs } from '@benchpress/core/report'
import { nearPath } from './delivered.ts'

/**
 * Refuses to write to what is read, such as a config, or a result that is reported on: adds a problem for each such file, under whatever name or link.
 *
 * @param files that are to be written, with absolute paths
 * @param inputs absolute paths of files that are read; those that do not exist are in nobody's way
 * @param cwd from where a path is named, below it
 */
export async function refuseInputs(
  files: readonly { readonly path: string }[],
  inputs: readonly string[],
  problems: Problem[],
  cwd: string = process.cwd(),
): Promise<void> {
  const realOf = async (path: string): Promise<string> => await realpath(path).catch(() => path)
  const read = new Set(await Promise.all(inputs.map(realOf)))
  for (const { path } of files) {
    if (!read.has(await realOf(path))) continue
    problems.push({
      message: `--output ${nearPath(path, cwd)}: is read by this command, and would be overwritten`,
      hint: 'Name another file.',
    })
  }
}

/**
 * Refuses to write to what a suite reads: its journeys, the files of its forms, its feeds. A suite with something wrong is left to its run, which says what.
 *
 * @throws UsageError with each of these files
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
