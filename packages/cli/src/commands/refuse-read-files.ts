import type { SuiteConfig } from '@benchpress/core'
import { listInputs } from '@benchpress/core/report'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { refuseInputs } from '@benchpress/report/outputs'

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
