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
  readonly before_script?: readonly string[]
  readonly script: readonly string[]
  readonly rules: readonly { readonly if: string }[]
  readonly artifacts: { readonly when: string; readonly paths: readonly string[] }
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const repository = fileURLToPath(new URL('../..', import.meta.url))
const text = await readFile(join(repository, 'ci/gitlab.yml'), 'utf8')
const { benchpress: job, 'benchpress-note': note } = parse(text) as { readonly benchpress: Job; readonly 'benchpress-note': Job }
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-gitlab-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

/**
 * Runs the scripts of both jobs like a runner of GitLab: the lines of each in one bash, which ends at the first failure. The second job has the files of the
 * first.
 */
async function runJob(name: string, changes: Readonly<Record<string, string | undefined>> = {}) {
  const pull = await makePullRequest(join(folder, name), 0)
  const bin = join(folder, `${name}-bin`)
  await mkdir(bin)
  const tokensFile = join(folder, `${name}-tokens.txt`)
  // Fakes in place of the packages of a registry, which record the token that they get.
  const keep = (what: string): string => `#!/bin/sh\necho "${what} \${GITLAB_TOKEN-none}" >>'${tokensFile}'\n`
  await writeFile(join(bin, 'npm'), `${keep('npm $1')}exit "\${INSTALL_FAILS:-0}"\n`, { mode: 0o755 })
  const npx = `while [ "$1" != benchpress ]; do shift; done\nshift\nexec '${process.execPath}' '${repository}packages/cli/bin/benchpress.mjs' "$@"\n`
  await writeFile(join(bin, 'npx'), `${keep('npx')}${npx}`, { mode: 0o755 })
  const api = await openCommentsServer('token')
  try {
    const env = {
      PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      ...job.variables,
      ...note.variables,
      AB_SOURCE: 'http://127.0.0.1:1',
      AB_COMMAND: 'node gone.mjs',
      AB_BUILD: 'node build.mjs',
      GITLAB_TOKEN: 'token',
      CI_API_V4_URL: `${api.url}/api/v4`,
      CI_MERGE_REQUEST_PROJECT_ID: '42',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: pull.base,
      CI_COMMIT_SHA: pull.head,
      ...changes,
    }
    const runScripts = ({ before_script: before = [], script }: Job): Promise<Ended> =>
      promisify(execFile)('bash', ['-eo', 'pipefail', '-c', [...before, ...script].join('\n')], { cwd: pull.folder, env }).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        (error: Ended) => error,
      )
    const [done, posted] = [await runScripts(job), await runScripts(note)]
    const tokens = await readFile(tokensFile, 'utf8')
    return { ...done, posted, pull, tokens: tokens.trim().split('\n'), calls: [...api.calls], comments: [...api.comments] }
  } finally {
    await api.close()
  }
}

test('the job of ci/gitlab.yml ends with the code of the comparison, writes its note, and keeps its files', async () => {
  const { code, stderr, calls, comments, pull } = await runJob('own')
  expect(code, stderr).toBe(96)
  const notes = '/api/v4/projects/42/merge_requests/7/notes'
  expect(calls).toEqual(['GET /api/v4/user 200', `GET ${notes}?per_page=100&page=1 200`, `POST ${notes} 201`])
  expect(comments[0]?.body).toMatch(/^<!-- benchpress: comparison -->\n[^]*A did not start: /)
  const [artefacts = ''] = job.artifacts.paths
  for (const file of ['comment.md', 'result.json', 'report.html']) expect(existsSync(join(pull.folder, artefacts, file)), file).toBe(true)
  expect(job.artifacts.when).toBe('always')
  expect(job.rules.map((rule) => rule.if)).toEqual(['$CI_PIPELINE_SOURCE == "merge_request_event"'])
})

test('installs, builds and servers do not see the token', async () => {
  expect((await runJob('token')).tokens).toEqual(['npm ci none', 'npx none'])
})

test('a build that fails replaces the note of an earlier push, and the base is that of the merge', async () => {
  const target = 'nowhere'
  const { code, stderr, comments, pull } = await runJob('unbuilt', {
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: target,
    CI_PIPELINE_URL: 'http://ci/1',
  })
  expect([code, stderr]).toEqual([2, expect.stringContaining('there is no commit nowhere')])
  expect(comments[0]?.body).toContain(`${pull.head} was not compared, with exit code 2: the log says why, in http://ci/1.`)
})

test('a job that ends before anything is compared has a note without an exit code', async () => {
  const { code, comments } = await runJob('uninstalled', { INSTALL_FAILS: '1', CI_PIPELINE_URL: 'http://ci/1' })
  expect(code).toBe(1)
  expect(comments[0]?.body).toMatch(/^<!--.*-->\n## Comparison\n\n[\da-f]{40} was not compared: the log says why, in http:\/\/ci\/1\.\n$/)
})

test('the pipeline of a fork, which has no token, writes no note', () => {
  const own = '$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID'
  expect(note.rules).toEqual([{ if: `$CI_PIPELINE_SOURCE == "merge_request_event" && ${own}`, when: 'always' }])
})

test('docs/ci.md shows the job as it is', async () => {
  const [comments = '', ...others] = text.split(/(?=^benchpress:)/m)
  expect(comments).toMatch(/^(?:# .*\n)+$/)
  expect(await readFile(join(repository, 'docs/ci.md'), 'utf8')).toContain(`\`\`\`text\n${others.join('')}\`\`\``)
})
