import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../../cli/test/captured-io.ts'

test('a preset is compared with its baseline as any test, and needs as many runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-preset-baseline-'))
  const { code, stderr } = await call(['preset', 'deserve', '-d', '0.1', '--no-progress', '--baseline'], { cwd: folder })
  expect([code, stderr]).toEqual([2, expect.stringContaining('--baseline: 3 runs, and it takes 5')])
  await rm(folder, { recursive: true })
})
