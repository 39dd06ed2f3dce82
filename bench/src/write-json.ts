import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import type { CaseResult } from './case-result.ts'
import type { JudgedMinimum } from './minimums.ts'

/** A suite as it was measured. */
export interface SuiteFile {
  /** ISO 8601. */
  readonly startedAt: string
  /** Length of one measurement. */
  readonly seconds: number
  readonly results: readonly CaseResult[]
  readonly minimums: readonly JudgedMinimum[]
}

/** Writes every measurement, those that were set aside too. */
export async function writeJson(file: string, { startedAt, seconds, results, minimums }: SuiteFile): Promise<void> {
  const content = {
    suite: 'http',
    startedAt,
    machine: { cpu: cpus()[0]?.model ?? null, cpus: availableParallelism(), node: process.version },
    seconds,
    cases: results.map(({ loadCase: { name, connections, pipelining }, kept, setAside }) => ({
      name,
      connections,
      pipelining,
      kept: Object.fromEntries(kept),
      setAside: Object.fromEntries(setAside),
    })),
    minimums,
  }
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
}
