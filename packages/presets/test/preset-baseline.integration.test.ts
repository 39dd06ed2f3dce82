import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../../cli/test/captured-io.ts'

test('a preset is compared with its baseline as any test: 97 without one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-preset-baseline-'))
  const { code, stderr } = await call(['preset', 'deserve', '-d', '0.1', '--no-progress', '--baseline'], { cwd: folder })
  expect([code, stderr]).toEqual([97, expect.stringContaining('there is no baseline main')])
  await rm(folder, { recursive: true })
}, 120_000)
