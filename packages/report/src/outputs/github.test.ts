import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostile, hostileSuite } from '../../test/hostile-suite.ts'
import { failedThreshold, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { openScenario, users } from '../../test/users-fixture.ts'
import { captureIo } from '../../../cli/test/captured-io.ts'
import { annotations, automaticSummary } from './github.ts'
import { prepareOutputs, prepareStepSummary, writeOutputs } from './write-outputs.ts'

const options = { allPercentiles: false, statusCodes: false, presetRun: undefined }
const asked = { outputs: undefined, noGithub: undefined }
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-github-'))
})

afterAll(() => rm(folder, { recursive: true }))

function inActions(): { readonly cwd: string; readonly env: Readonly<Record<string, string>> } {
  return { cwd: folder, env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary') } }
}

describe('the summary of a step', () => {
  test('is written unasked in GitHub Actions only, once, unless it is switched off', () => {
    const { io } = captureIo(inActions())
    const path = join(folder, 'summary')
    expect(automaticSummary(asked, io)).toBe(path)
    expect(automaticSummary({ ...asked, outputs: ['result.json'] }, io)).toBe(path)
    expect(automaticSummary({ ...asked, outputs: [path] }, io)).toBeUndefined()
    expect(automaticSummary({ ...asked, noGithub: true }, io)).toBeUndefined()
    expect(automaticSummary(asked, captureIo({ env: { GITHUB_STEP_SUMMARY: path } }).io)).toBeUndefined()
  })

  test('a summary keeps the text of earlier commands of the step, and gets the report as Markdown', async () => {
    const path = join(folder, 'summary')
    await writeFile(path, 'before\n')
    const files = await prepareOutputs([path], inActions(), [])
    expect((await writeOutputs(files, suiteResult(), options)).failures).toEqual([])
    expect(await readFile(path, 'utf8')).toMatch(/^before\n## Load test: deserve\n/)
  })

  test('a summary of several reports has only the verdicts of the last ones, and never more than GitHub shows', async () => {
    const path = join(folder, 'summary')
    await writeFile(path, '')
    const checks = Array.from({ length: 100 }, (_, index) => ({ name: `${'x'.repeat(3000)} ${index}`, passed: 1, failed: 0 }))
    const suite = suiteResult([testResult({ scenarios: [openScenario({ users: users({ checks }) })] })])
    const files = await prepareOutputs([path], inActions(), [])
    const sizes: number[] = []
    for (let report = 0; report < 6; report++) {
      expect((await writeOutputs(files, suite, options)).failures).toEqual([])
      sizes.push((await readFile(path)).length)
    }
    const grown = sizes.map((size, index) => size - (sizes[index - 1] ?? 0))
    expect(grown[0]).toBeGreaterThan(300_000)
    expect(grown.at(-1)).toBeLessThan(10_000)
    expect(sizes.at(-1)).toBeLessThan(1024 * 1024)
    await writeFile(path, 'x'.repeat(999_999))
    expect((await writeOutputs(files, suite, options)).failures).toEqual([
      expect.stringMatching(/summary could not be made: it is full: GitHub shows/),
    ])
    expect((await readFile(path)).length).toBe(999_999)
  })

  test('a summary contains only thresholds and verdict where the report is longer than GitHub shows', async () => {
    const path = join(folder, 'summary')
    await writeFile(path, '')
    const checks = Array.from({ length: 400 }, (_, index) => ({ name: `${'x'.repeat(3000)} ${index}`, passed: 1, failed: 0 }))
    const suite = suiteResult([testResult({ thresholds: [failedThreshold], scenarios: [openScenario({ users: users({ checks }) })] })])
    await writeOutputs(await prepareOutputs([path], inActions(), []), suite, options)
    const text = await readFile(path, 'utf8')
    expect([text.length < 10_000, text.includes('## Load test'), text.includes('p99 &lt; 15ms')]).toEqual([true, false, true])
  })
})

describe('a step summary that no flag asks for', () => {
  test('a step summary without a flag is appended to the file of the step', async () => {
    const told: string[] = []
    const files = await prepareStepSummary(asked, inActions(), told)
    expect(files).toMatchObject([{ path: join(folder, 'summary'), appends: true, isAutomatic: true }])
    expect(told).toEqual([])
  })

  test('a step summary without a flag is left out with a warning where the file cannot be written', async () => {
    const missing = join(folder, 'file/summary')
    await writeFile(join(folder, 'file'), '')
    const told: string[] = []
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: missing }
    expect(await prepareStepSummary(asked, { ...inActions(), env }, told)).toEqual([])
    expect(told).toEqual([
      expect.stringMatching(/^no summary of the step: .*file\/summary: cannot be written: .*file is a file, not a folder$/),
    ])
  })
})

describe('annotations', () => {
  const io = { env: { GITHUB_ACTIONS: 'true' } }

  test('name each threshold that failed, and why a result is invalid or suspect', () => {
    const verdict = { level: 'invalid', reasons: [{ rule: 'saturated', level: 'invalid', text: '100% busy' }] } as const
    const suite = suiteResult([testResult({ thresholds: [failedThreshold], verdict })], { verdict })
    expect(annotations(suite, asked, io)).toEqual([
      '::error title=Load test failed::threshold failed: http_response_time p99 < 15ms (p99 was 48 ms (n=4,812))',
      '::error title=Load test invalid%3A saturated::100%25 busy',
    ])
    const suspect = { level: 'suspect', reasons: [{ rule: 'shared-cores', level: 'suspect', text: 'shared' }] } as const
    expect(annotations(suiteResult([testResult()], { verdict: suspect }), asked, io)).toEqual([
      '::warning title=Load test suspect%3A shared-cores::shared',
    ])
  })

  test('the first annotation of an error has an example of the most frequent one', () => {
    const example = { at: 0.5, request: 'GET /me', status: 401, expected: 'a status from 200 to 399', received: '{"a":1}', isCut: false }
    const errors = [{ outcome: 'http_error', reason: '401 No', endpoint: null, count: 9, first: 0, last: 1, examples: [example] } as const]
    const reasons = ['errors', 'errors', 'shared-cores'].map((rule) => ({ rule, level: 'suspect', text: 'many' }) as const)
    const suite = suiteResult([testResult({ scenarios: [openScenario({ errors })] })], { verdict: { level: 'suspect', reasons } })
    expect(annotations(suite, asked, io)).toEqual([
      '::warning title=Load test suspect%3A errors::many; such as http_error: 401 No: GET /me: 401 {"a":1} (expected a status from 200 to 399)',
      '::warning title=Load test suspect%3A errors::many',
      '::warning title=Load test suspect%3A shared-cores::many',
    ])
  })

  test('there are no more annotations than GitHub shows, and the last one counts the others', () => {
    const thresholds = Array.from({ length: 12 }, (_, index) => ({ ...failedThreshold, selector: `metric_${index}` }))
    const lines = annotations(suiteResult([testResult({ thresholds })]), asked, io)
    expect(lines).toHaveLength(10)
    expect(lines.at(-2)).toContain('metric_8')
    expect(lines.at(-1)).toBe('::error title=Load test::3 more: the log of the step has all of them')
  })

  test('a valid result has no annotations, and neither has a run elsewhere or with --no-github', () => {
    const suite = suiteResult([testResult({ thresholds: [failedThreshold] })])
    expect(annotations(suiteResult(), asked, io)).toEqual([])
    expect(annotations(suite, asked, { env: {} })).toEqual([])
    expect(annotations(suite, { noGithub: true }, io)).toEqual([])
  })

  test('a hostile text stays in one annotation', () => {
    const lines = annotations(hostileSuite(), asked, io)
    expect(hostile).toContain('\n::error::')
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toMatch(/^::error title=[^\p{Cc}\p{Cf}:,]+::[^\p{Cc}\p{Cf}]+$/u)
  })
})
