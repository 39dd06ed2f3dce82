import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { presets } from '@benchpress/presets'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../..', import.meta.url))

test.each(['cli/src', 'report/src', 'core/src', 'presets/src/run'])('%s names no preset, except in the examples of its help', (name) => {
  const folder = join(packages, name)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(7)
  const named = new RegExp(`^(?!  benchpress preset ).*\\b(?:${[...presets.keys()].join('|')})\\b.*$`, 'gim')
  expect(files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(named) ?? [])).toEqual([])
})
