import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const bin = fileURLToPath(new URL('../packages/cli/bin/benchpress.mjs', import.meta.url))

test('the command tells its version within twice the time that Node.js takes to do nothing', () => {
  const bare: number[] = []
  const version: number[] = []
  // Alternating, and the shortest of each, so that what else the machine does weighs on neither.
  for (let round = 0; round < 12; round++) {
    bare.push(time(['--eval', '0']))
    version.push(time([bin, '--version']))
  }
  expect(Math.min(...version)).toBeLessThan(2 * Math.min(...bare))
})

function time(args: readonly string[]): number {
  const start = performance.now()
  execFileSync(process.execPath, args)
  return performance.now() - start
}
