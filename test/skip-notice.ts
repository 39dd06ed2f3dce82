import type { Reporter, TestModule } from 'vitest/node'

/** Says in one line how many tests were left out and how to run them, in place of leaving a bare count. */
export class SkipNotice implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let skipped = 0
    for (const module of modules) for (const test of module.children.allTests('skipped')) skipped += test.options.mode === 'skip' ? 1 : 0
    if (skipped === 0) return
    process.stdout.write(
      `${skipped} skipped: they install the project anew or need more than Node.js; .ci/run runs them, as do the variables named in CONTRIBUTING.md.\n`,
    )
  }
}
