import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Preset, Problem } from '@benchpress/core/preset'
import { suiteResult } from '../../test/suite-fixture.ts'
import { presetNamed } from '../../../presets/test/preset-named.ts'
import { prepareOutputs, writeOutputs } from './write-outputs.ts'

const deserve = presetNamed('deserve')

const options = { allPercentiles: false, statusCodes: false, presetRun: undefined }
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-outputs-'))
})

afterAll(() => rm(folder, { recursive: true }))

test('files get their format by extension, and a path with a slash becomes a report folder', async () => {
  const problems: Problem[] = []
  const files = await prepareOutputs(['a/result.json', 'result.md', 'report/'], { cwd: folder }, problems)
  expect(problems).toEqual([])
  expect(await writeOutputs(files, suiteResult(), options)).toMatchObject({ lost: [], failures: [], notes: [] })
  expect(JSON.parse(await readFile(join(folder, 'a/result.json'), 'utf8'))).toEqual(suiteResult())
  expect(await readFile(join(folder, 'result.md'), 'utf8')).toContain('## Load test: deserve')
  expect((await readdir(join(folder, 'report'))).toSorted()).toEqual([
    'config.json',
    'environment.json',
    'index.html',
    'report.md',
    'result.json',
  ])
  expect(await readdir(folder)).toHaveLength(3)
})

test('a folder that exists becomes a report folder without a slash too', async () => {
  await mkdir(join(folder, 'there'))
  const problems: Problem[] = []
  const files = await prepareOutputs(['there'], { cwd: folder }, problems)
  expect(problems).toEqual([])
  expect(files.map(({ path }) => path)).toContain(join(folder, 'there/result.json'))
})

test('the date in a path is that of the run', async () => {
  const [file] = await prepareOutputs(['dated/{date}/'], { cwd: folder }, [])
  expect(file?.path.slice(folder.length)).toMatch(/^\/dated\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\//)
})

test('a preset adds the files of its own to a report folder', async () => {
  const preset: Preset = { ...deserve, files: ({ name }) => ({ 'summary.md': `# ${name}\n` }) }
  const presetRun = { preset, part: undefined, isEmbedded: true, changes: [], code: [] }
  const files = await prepareOutputs(['own/', 'alone.md'], { cwd: folder }, [])
  expect((await writeOutputs(files, suiteResult(), { ...options, presetRun })).failures).toEqual([])
  expect(await readFile(join(folder, 'own/summary.md'), 'utf8')).toBe('# deserve\n')
})

test('every output that cannot be written is found before the run', async () => {
  await writeFile(join(folder, 'file'), '')
  await mkdir(join(folder, 'folder.json'))
  const problems: Problem[] = []
  await prepareOutputs(['x.xlsx', 'file/x.json', 'folder.json'], { cwd: folder }, problems)
  expect(problems.map(({ message }) => message)).toEqual([
    '--output x.xlsx: unknown format',
    expect.stringMatching(/^--output file\/x\.json: cannot be written: .*\/file is a file, not a folder$/),
    '--output folder.json: is a folder',
  ])
})

test.runIf(existsSync('/proc/self'))('a folder that no folder can be made in is found before the run', { timeout: 20_000 }, async () => {
  const problems: Problem[] = []
  await prepareOutputs(['/proc/none/deeper/result.json', '/proc/none/'], { cwd: folder }, problems)
  expect(problems.map(({ message }) => message)).toEqual([
    '--output /proc/none/deeper/result.json: cannot be written: ENOENT: no such file or directory',
    '--output /proc/none/: cannot be written: ENOENT: no such file or directory',
  ])
})

test('a file that cannot be written at the end is kept elsewhere, and does not prevent other files', async () => {
  const files = await prepareOutputs(['gone/lost.json', 'kept.json'], { cwd: folder }, [])
  await rm(join(folder, 'gone'), { recursive: true })
  await writeFile(join(folder, 'gone'), '')
  const { written, lost, failures } = await writeOutputs(files, suiteResult(), options)
  expect([written, lost].map((all) => all.map(({ path }) => basename(path)))).toEqual([['kept.json'], ['lost.json']])
  const kept = failures.map((sentence) => /gone\/lost\.json could not be written: .*; it is in (.*)$/.exec(sentence)?.[1] ?? '')
  expect(await readFile(kept[0] ?? '', 'utf8')).toBe(await readFile(join(folder, 'kept.json'), 'utf8'))
})

test.each([
  ['junitt=r.xml', 'there is no format junitt', 'Did you mean "junit"? A file of this name is ./junitt=r.xml'],
  ['JUnit=r.xml', 'there is no format JUnit', 'Did you mean "junit"? A file of this name is ./JUnit=r.xml'],
  ['xlsx=r.xml', 'there is no format xlsx', expect.stringContaining('Known are json, ')],
  ['Known=', 'there is no format Known', expect.stringContaining('./Known=')],
  ['json=', 'there is no file after json=', undefined],
])('the format of %s is refused before the run', async (output, message, hint) => {
  const problems: Problem[] = []
  expect(await prepareOutputs([output], { cwd: join(folder, 'names') }, problems)).toEqual([])
  expect(problems).toEqual([{ message: `--output ${output}: ${message}`, hint }])
})

test.each(['./junitt=r.xml', 'a/JUnit=r.xml', '1=2.json', 'junit=r', 'ndjson=seconds'])('%s is a file', async (output) => {
  const problems: Problem[] = []
  expect([await prepareOutputs([output], { cwd: folder }, problems), problems]).toEqual([[expect.anything()], []])
})

test.each([
  ['a.json', 'a.json'],
  ['a.json', 'markdown=./b/../a.json'],
  ['link/a.json', 'real/a.json'],
  ['twice/', 'twice/result.json'],
  ['a.ndjson', 'ndjson=a.ndjson'],
])('%s and %s are refused, because one would replace the other', async (...outputs) => {
  await mkdir(join(folder, 'real'), { recursive: true })
  await symlink('real', join(folder, 'link')).catch(() => undefined)
  const problems: Problem[] = []
  await prepareOutputs(outputs, { cwd: folder }, problems)
  expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/^--output \S+: is the file of two outputs$/)])
})

test.runIf(existsSync('/dev/null'))('a device takes two outputs', async () => {
  const problems: Problem[] = []
  await prepareOutputs(['json=/dev/null', 'markdown=/dev/null'], { cwd: folder }, problems)
  expect(problems).toEqual([])
})
