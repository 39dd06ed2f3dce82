import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Preset } from '../src/preset/define-preset.ts'
import type { Parameter } from '../src/preset/parameter.ts'

// The types see to it that no name is missing here.
const fields: Readonly<Record<keyof Preset, 1>> = {
  name: 1,
  title: 1,
  source: 1,
  parameters: 1,
  documented: 1,
  claims: 1,
  corrections: 1,
  parts: 1,
  partsOfServers: 1,
  servers: 1,
  variants: 1,
  url: 1,
  unfit: 1,
  variables: 1,
  plugins: 1,
  suite: 1,
  local: 1,
  knownRoutes: 1,
  standIn: 1,
  listen: 1,
  sections: 1,
  showsRuns: 1,
  pages: 1,
  findings: 1,
  files: 1,
}

const kinds: Readonly<Record<Parameter['kind'], 1>> = {
  count: 1,
  rate: 1,
  share: 1,
  number: 1,
  time: 1,
  switch: 1,
  word: 1,
  text: 1,
  path: 1,
  url: 1,
  secret: 1,
  file: 1,
  sweep: 1,
}

test.each(Object.entries({ fields, kinds }))('docs/presets.md names all %s', (_what, names) => {
  const page = readFileSync(new URL('../../../docs/presets.md', import.meta.url), 'utf8')
  expect(Object.keys(names).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
