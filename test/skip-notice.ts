import type { Reporter, TestModule } from 'vitest/node'
import { missingTools } from './tools.ts'

/** Prints one line with the number of skipped tests, the missing tools, and how to run the tests, rather than a bare count. */
export class SkipNotice implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let skipped = 0
    for (const module of modules) for (const test of module.children.allTests('skipped')) skipped += test.options.mode === 'skip' ? 1 : 0
    if (skipped > 0) process.stdout.write(`${describeSkipped(skipped, missingTools())}\n`)
  }
}

/** Writes the line for a number of skipped tests and the missing tools. */
export function describeSkipped(skipped: number, missing: readonly string[]): string {
  const lack = missing.length === 0 ? '' : ` (not here: ${missing.join(', ')})`
  return `${skipped} skipped: they install the project anew or need more than Node.js${lack}; .ci/run runs them, as do the variables named in CONTRIBUTING.md.`
}
