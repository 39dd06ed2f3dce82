import type { Preset, PresetRun, Problem } from '@benchpress/core/preset'
import { document, text } from '@benchpress/report'
import { expect, test } from 'vitest'
import { presetNamed } from '../../test/preset-named.ts'
import { suiteResult } from '../../../report/test/suite-fixture.ts'
import { extrasOf, presetJson } from '@benchpress/report/outputs'
import { withGuardedSections } from './guarded-sections.ts'

const deserve = presetNamed('deserve')

const suite = suiteResult()

test('a rule, a table or a correction that fails is reported once, and the data of the preset are left out, too', () => {
  const broken = (): never => {
    throw new Error('no luck')
  }
  for (const changes of [
    { claims: [{ says: 'x', rule: broken }] },
    { documented: [{ title: 'x', columns: [], rows: broken }] },
    { corrections: [broken] },
  ]) {
    const { report, faults, data } = reportOf(changes)
    expect(report).toBe(text(document(suite)))
    expect(faults).toMatchObject([{ message: 'preset deserve: sections() failed: no luck' }])
    expect(JSON.parse(data)).not.toHaveProperty('documented')
  }
})

test.each<[string, () => unknown]>([
  [
    'no luck',
    () => {
      throw new Error('no luck')
    },
  ],
  [
    'no luck at all',
    () => {
      throw 'no luck at all'
    },
  ],
  ['it must return a list of sections, each with a title and a list of parts', () => undefined],
  ['it must return a list of sections, each with a title and a list of parts', async () => []],
  ['it must return a list of sections, each with a title and a list of parts', () => [{ parts: [] }]],
  ['it must return a list of sections, each with a title and a list of parts', () => [{ title: 'Orders', parts: 'one' }]],
  ['it must return a list of sections, each with a title and a list of parts', () => [{ title: 'Orders', parts: ['one'] }]],
  ['Cannot read properties of undefined', () => [{ title: 'Orders', parts: [{ head: ['a'] }] }]],
])('a report is made without the sections of a preset where these fail: %s', (message, sections) => {
  const { report, faults } = reportOf({ sections: sections as NonNullable<Preset['sections']>, showsRuns: true })
  expect(report).toBe(text(document(suite)))
  expect(faults[0]?.message).toMatch(/^preset deserve: sections\(\) failed: /)
  expect(faults[0]?.message).toContain(message)
})

test('the place in the code where the sections of a preset failed is reported without secrets', () => {
  const sections = (): never => {
    throw new Error('DB_PASSWORD=hunter2')
  }
  const { faults } = reportOf({ sections })
  expect(faults).toEqual([
    {
      message: expect.stringContaining('DB_PASSWORD=[redacted]') as unknown,
      hint: expect.stringMatching(/^at .*guarded-sections\.test\.ts:\d+/) as unknown,
    },
  ])
})

function reportOf(changes: Partial<Preset>): { readonly report: string; readonly faults: readonly Problem[]; readonly data: string } {
  const faults: Problem[] = []
  const run: PresetRun = {
    preset: { ...deserve, documented: [], corrections: [], ...changes },
    part: undefined,
    isEmbedded: true,
    changes: [],
    code: [],
  }
  const options = { allPercentiles: false, statusCodes: false, presetRun: withGuardedSections(run, faults) }
  const reports = [1, 2].map(() => text(document(suite, extrasOf(suite, options))))
  expect(reports[1]).toBe(reports[0])
  return { report: reports[0] ?? '', faults, data: presetJson(suite, options) ?? '' }
}
