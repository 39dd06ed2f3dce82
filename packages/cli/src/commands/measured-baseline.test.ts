import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBaseline } from '@benchpress/core'
import { measured } from '../../../core/test/baseline-suite.ts'
import { captureIo } from '../../test/captured-io.ts'
import { settleBaseline } from './measured-baseline.ts'

test('a baseline that cannot be written at the end is kept elsewhere, since it took many runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-measured-'))
  const suite = measured('shop')
  const stored = await openBaseline({ folder: join(folder, 'file'), name: 'main' })
  await writeFile(join(folder, 'file'), '')
  const settings = { baseline: undefined, updateBaseline: true, baselineFolder: undefined, margin: undefined } as const
  const settled = await settleBaseline({ stored, settings, suite: { name: 'shop', tests: [] } }, suite, false, captureIo().io)
  const kept = /^the baseline could not be written: .*; it is in (.*)$/.exec(settled.failures[0] ?? '')?.[1] ?? ''
  expect(await readdir(kept, { recursive: true })).toContainEqual(expect.stringMatching(/^main\/.+\/shop\.json$/))
  await rm(folder, { recursive: true })
})
