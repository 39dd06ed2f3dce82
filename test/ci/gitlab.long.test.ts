import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openCommentsServer } from './comments-server.ts'
import { makePullRequest } from './pull-request.ts'

interface Job {
  readonly variables: Readonly<Record<string, string>>
  readonly script: readonly string[]
  readonly rules: readonly { readonly if: string }[]
  readonly artifacts: { readonly when: string; readonly paths: readonly string[] }
}

const repository = fileURLToPath(new URL('../..', import.meta.url))
const text = await readFile(join(repository, 'ci/gitlab.yml'), 'utf8')
const { benchpress: job } = parse(text) as { readonly benchpress: Job }
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-gitlab-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Runs the script of the job as a runner of GitLab does: its lines in one bash, which ends with the first that fails. */
async function runJob(name: string, changes: Readonly<Record<string, string | undefined>> = {}) {
  const pull = await makePullRequest(join(folder, name), 0)
  const bin = join(pull.folder, 'node_modules/.bin')
  await mkdir(bin, { recursive: true })
  // It keeps which variables it is given.
  const command = `#!/bin/sh\necho "$1 \${GITLAB_TOKEN-none}" >>'${pull.folder}/tokens.txt'\nexec '${process.execPath}' '${repository}packages/cli/bin/benchpress.mjs' "$@"\n`
  await writeFile(join(bin, 'benchpress'), command, { mode: 0o755 })
  await writeFile(join(pull.folder, 'package.json'), '{}')
  const api = await openCommentsServer('token')
  try {
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      ...job.variables,
      AB_SOURCE: 'http://127.0.0.1:1',
      AB_COMMAND: 'node gone.mjs',
      AB_BUILD: 'node build.mjs',
      GITLAB_CI: 'true',
      GITLAB_TOKEN: 'token',
      CI_API_V4_URL: `${api.url}/api/v4`,
      CI_MERGE_REQUEST_PROJECT_ID: '42',
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '42',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: pull.base,
      CI_COMMIT_SHA: pull.head,
      ...changes,
    }
    const done = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', job.script.join('\n')], { cwd: pull.folder, env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
    const tokens = await readFile(join(pull.folder, 'tokens.txt'), 'utf8')
    return { ...done, folder: pull.folder, tokens: tokens.trim().split('\n'), calls: [...api.calls], comments: [...api.comments] }
  } finally {
    await api.close()
  }
}

test('the job of ci/gitlab.yml ends with the code of the comparison, writes its note, and keeps its files', async () => {
  const { code, stderr, calls, comments, folder: workspace } = await runJob('own')
  expect(code, stderr).toBe(96)
  const notes = '/api/v4/projects/42/merge_requests/7/notes'
  expect(calls).toEqual([`GET ${notes}?per_page=100&page=1 200`, `POST ${notes} 201`])
  expect(comments[0]?.body).toMatch(/^<!-- benchpress: comparison -->\n[^]*B did not start: /)
  const [artefacts = ''] = job.artifacts.paths
  for (const file of ['comment.md', 'result.json', 'report.html']) expect(existsSync(join(workspace, artefacts, file)), file).toBe(true)
  expect(job.artifacts.when).toBe('always')
  expect(job.rules.map((rule) => rule.if)).toEqual(['$CI_PIPELINE_SOURCE == "merge_request_event"'])
})

test('what it builds and starts does not see its token', async () => {
  expect((await runJob('token')).tokens).toEqual(['ab none', 'comment token'])
})

test('of a fork it says that there is no note', async () => {
  const { code, stderr, calls } = await runJob('fork', { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '43', GITLAB_TOKEN: undefined })
  expect([code, stderr]).toEqual([96, expect.stringContaining('no comment: the merge request comes from a fork')])
  expect(calls).toEqual([expect.stringMatching(/ 401$/)])
})

test('docs/ci.md shows the job as it is', async () => {
  const [comments = '', ...others] = text.split(/(?=^benchpress:)/m)
  expect(comments).toMatch(/^(?:# .*\n)+$/)
  expect(await readFile(join(repository, 'docs/ci.md'), 'utf8')).toContain(`\`\`\`text\n${others.join('')}\`\`\``)
})
