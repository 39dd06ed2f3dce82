import type { Reporter, TestModule } from 'vitest/node'
import { missingTools } from './tools.ts'

/** Says in one line how many tests were left out, which tools are missing, and how to run them, in place of leaving a bare count. */
export class SkipNotice implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let skipped = 0
    for (const module of modules) for (const test of module.children.allTests('skipped')) skipped += test.options.mode === 'skip' ? 1 : 0
    if (skipped > 0) process.stdout.write(`${describeSkipped(skipped, missingTools())}\n`)
  }
}

/** The line for a number of tests that were skipped, and the tools that are missing. */
export function describeSkipped(skipped: number, missing: readonly string[]): string {
  const lack = missing.length === 0 ? '' : ` (not here: ${missing.join(', ')})`
  return `${skipped} skipped: they install the project anew or need more than Node.js${lack}; .ci/run runs them, as do the variables named in CONTRIBUTING.md.`
}
