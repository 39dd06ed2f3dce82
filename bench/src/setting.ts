import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProgram } from './build-program.ts'
import { createPinning } from './pin.ts'
import type { GeneratorSetting } from './run-generator.ts'
import { startStaticTarget } from './static-target.ts'

/**
 * Starts the static target on a CPU of its own, where that is possible, calls `work` with it, and cleans up.
 *
 * @throws BenchError when a program cannot be compiled or the target cannot be started
 */
export async function withSetting<Value>(work: (setting: GeneratorSetting) => Promise<Value>): Promise<Value> {
  const pinning = await createPinning()
  if (!pinning.isPinned) console.error('target and generator share CPUs: pinning needs taskset and CPUs 0 and 1')
  const runWithUsage = await buildProgram('run-with-usage')
  const temporary = await mkdtemp(join(tmpdir(), 'benchpress-bench-'))
  const target = await startStaticTarget(pinning.target)
  try {
    return await work({ target, pinning, temporary, runWithUsage })
  } finally {
    await target.stop()
    await rm(temporary, { recursive: true })
  }
}
