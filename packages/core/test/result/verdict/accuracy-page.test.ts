import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { samplesBeyond } from '../../../src/model/metrics/sample-size.ts'
import * as cutOffs from '../../../src/result/verdict/cut-offs.ts'
import { rules } from '../../../src/result/verdict/rules.ts'

const page = readFileSync(new URL('../../../../../docs/accuracy.md', import.meta.url), 'utf8')

test.each(Object.entries({ ...cutOffs, samplesBeyond }))('docs/accuracy.md lists the cut-off %s = %s', (name, value) => {
  expect(page).toMatch(new RegExp(`^\\| \`${name}\` *\\| ${value} *\\|`, 'm'))
})

test('docs/accuracy.md names every rule', () => {
  const names = rules.map(({ name }) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
  for (const name of names) expect(page).toMatch(new RegExp(`^\\| \`${name}\` *\\|`, 'm'))
})
