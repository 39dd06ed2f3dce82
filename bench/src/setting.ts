import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProgram } from './build-program.ts'
import { createPinning } from './pin.ts'
import type { GeneratorSetting } from './run-generator.ts'
import type { UsageSetting } from './run-with-usage.ts'
import { startStaticTarget } from './static-target.ts'

/**
 * Calls `work` with what measures processes, each on a CPU of its own where that is possible, and cleans up.
 *
 * @throws BenchError when a program cannot be compiled
 */
export async function withUsage<Value>(work: (setting: UsageSetting) => Promise<Value>): Promise<Value> {
  const pinning = await createPinning()
  if (!pinning.isPinned) console.error('target and generator share CPUs: pinning needs taskset and CPUs 0 and 1')
  const program = await buildProgram('run-with-usage')
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-bench-'))
  try {
    return await work({ pinning, program, folder })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Starts the static target, calls `work` with it, and cleans up.
 *
 * @throws BenchError when a program cannot be compiled or the target cannot be started
 */
export async function withSetting<Value>(work: (setting: GeneratorSetting) => Promise<Value>): Promise<Value> {
  return await withUsage(async (setting) => {
    const target = await startStaticTarget(setting.pinning.target)
    try {
      return await work({ ...setting, target })
    } finally {
      await target.stop()
    }
  })
}
