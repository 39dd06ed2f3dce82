import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mostFigures, spendFigures } from './figure-budget.ts'

test('more figures than the budget for false alarms are refused, whichever tests compare them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'))
  onTestFinished(async () => await rm(folder, { recursive: true }))
  const file = join(folder, 'figures')
  writeFileSync(file, '')
  for (let spent = 0; spent < mostFigures; spent += 2) spendFigures(file, ['p50', 'p75'])
  expect(() => spendFigures(file, ['p50'])).toThrow(`${mostFigures + 1} figures are compared`)
})
