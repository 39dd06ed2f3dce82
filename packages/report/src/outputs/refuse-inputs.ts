import { realpath } from 'node:fs/promises'
import type { SuiteConfig } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { listInputs } from '@benchpress/core/report'
import { nearPath } from './delivered.ts'

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
