import { expect, test } from 'vitest'
import { suiteResult } from '../../test/suite-fixture.ts'
import { verdictHeadline, verdictSections } from './verdict.ts'

const nothingRun = suiteResult([])

test.each([true, false])('a suite without runs has no limits in its verdict (rule by rule: %s)', (isByRule) => {
  expect(verdictHeadline(nothingRun, isByRule).limits).toEqual([])
  expect(JSON.stringify(verdictSections(nothingRun, { isByRule, isShort: false }))).not.toMatch(/limited by/i)
})
