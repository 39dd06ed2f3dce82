import type { SuiteResult, TestResult } from '@benchpress/core'
import { printable } from './format/printable.ts'

type Named = Pick<TestResult, 'name' | 'variant' | 'repeat'>

/** Whether a suite was run on variants of a target. */
export function hasVariants({ tests }: Pick<SuiteResult, 'tests'>): boolean {
  return tests.some(({ variant }) => variant !== 'default')
}

/** Names a run of a suite, as far as it has several tests or variants: `run 2`, `run 2 of bidding, multi-core`. */
export function nameRun(test: Named, { tests }: { readonly tests: readonly Named[] }): string {
  const parts = [
    ...(new Set(tests.map(({ name }) => name)).size > 1 ? [test.name] : []),
    ...(test.variant !== 'default' ? [test.variant] : []),
  ]
  return `run ${test.repeat}${parts.length === 0 ? '' : ` of ${printable(parts.join(', '))}`}`
}
