import { readdirSync, readFileSync } from 'node:fs'
import type { SuiteResult } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { document } from '../src/sections/document.ts'
import { markdown } from '../src/render/markdown.ts'
import { text } from '../src/render/text.ts'

// The texts of the reports are compared with expected files by tests of the command, which knows the sections of presets.
const folder = new URL('recorded/', import.meta.url)
const results = readdirSync(folder).filter((file) => /^[\w-]+\.json$/.test(file))

describe.each(results)('the report of %s', (file) => {
  const report = document(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as SuiteResult)

  test('is plain data, which is the same after it was written to a file and read again', () => {
    const read = JSON.parse(JSON.stringify(report)) as typeof report
    expect(read).toEqual(report)
    expect([text(read), markdown(read)]).toEqual([text(report), markdown(report)])
  })

  test('has a title and a verdict', () => {
    expect(report.sections[0]).toMatchObject({ level: 1, on: 'page' })
    expect(text(report)).toMatch(/^Verdict: (?:valid|suspect|invalid)/m)
    expect(markdown(report)).toMatch(/^\*\*Verdict: (?:valid|suspect|invalid)\*\*$/m)
  })
})
