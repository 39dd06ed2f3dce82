import { describe, expect, test } from 'vitest'
import { listWritten } from './delivered.ts'
import { outputFiles, type OutputFile } from './output-file.ts'

const of = (output: string): readonly OutputFile[] => outputFiles(output, '/project') ?? []
const named = (name: string): readonly OutputFile[] => of('out/').filter(({ path }) => path.endsWith(`/${name}`))

describe('the files that were written', () => {
  test('lists files relative to the working directory, and a folder in place of its files', () => {
    const written = [...of('out/'), ...of('load.json'), ...of('/elsewhere/load.md'), ...of('seconds.ndjson')]
    expect(listWritten({ written, lost: [] }, '/project')).toBe('out/, load.json, /elsewhere/load.md, seconds.ndjson')
    expect(listWritten({ written: of('./'), lost: [] }, '/project')).toBe('/project/')
  })

  test('lists the files of a folder one by one where another file of it is lost', () => {
    const written = [...named('result.json'), ...named('report.md'), ...of('other/')]
    expect(listWritten({ written, lost: named('index.html') }, '/project')).toBe('out/result.json, out/report.md, other/')
  })

  test('no folder is listed of which nothing was written', () => {
    expect(listWritten({ written: of('load.json'), lost: of('out/') }, '/project')).toBe('load.json')
  })
})
