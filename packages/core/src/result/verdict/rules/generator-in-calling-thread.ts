import type { TestSummary } from '../../summary/summary.ts'
import type { Reason } from '../verdict.ts'

/** Whatever else the calling thread does delays sending and reading. */
export function generatorInCallingThread({ generator }: TestSummary): readonly Reason[] {
  if (!generator.inCallingThread) return []
  const text = 'the load ran in the thread that called run(): printing and other code there can delay requests; use workers: 1 or more'
  return [{ rule: 'generator-in-calling-thread', level: 'note', text }]
}
