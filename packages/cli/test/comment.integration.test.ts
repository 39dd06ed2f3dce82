import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openCommentsServer } from '../../../test/ci/comments-server.ts'
import { call } from './captured-io.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-comment-'))
  await writeFile(join(folder, 'comment.md'), 'B is worse than A\n')
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function openForge(repository: string, canWrite: boolean) {
  const server = await openCommentsServer('token', { canWrite })
  onTestFinished(() => server.close())
  const event = join(folder, 'event.json')
  await writeFile(event, JSON.stringify({ pull_request: { number: 7, head: { repo: { full_name: repository } } } }))
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: server.url,
    GITHUB_REPOSITORY: 'shop/api',
    GITHUB_EVENT_PATH: event,
    GITHUB_TOKEN: 'token',
  }
  return { ...server, env }
}

const comment = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => call(['comment', ...args], { cwd: folder, env })

test('posts a file, and prints the URL of the comment', async () => {
  const { env, comments } = await openForge('shop/api', true)
  expect(await comment(['comment.md'], env)).toEqual({
    code: 0,
    stdout: 'created the comment: https://github.example/shop/api/pull/7#issuecomment-1000\n',
    stderr: '',
  })
  expect((await comment(['comment.md', '--id', 'api'], env)).stdout).toMatch(/^created /)
  expect((await comment(['comment.md', '--id', 'api'], env)).stdout).toMatch(/^updated /)
  expect(comments.map(({ body }) => body)).toEqual([
    '<!-- benchpress: comparison -->\nB is worse than A\n',
    '<!-- benchpress: api -->\nB is worse than A\n',
  ])
})

test('posts no value of a variable whose name is that of a secret', async () => {
  const { env, comments } = await openForge('shop/api', true)
  await writeFile(join(folder, 'told.md'), 'A did not start: 401 for npm_s3cret/0123, short is true\n')
  expect((await comment(['told.md'], { ...env, NPM_TOKEN: 'npm_s3cret/0123', OTHER_TOKEN: 'true' })).code).toBe(0)
  expect(comments[0]?.body).toContain('401 for [redacted], short is true')
})

test('ends with 0 where a fork may not post, and with 1 where the repository itself is refused', async () => {
  const fork = await openForge('somebody/api', false)
  expect(await comment(['comment.md'], fork.env)).toMatchObject({
    code: 0,
    stderr: 'benchpress: nothing was posted: the pull request comes from a fork, and the token of its job may only read\n',
  })
  const own = await openForge('shop/api', false)
  const { code, stderr } = await comment(['comment.md'], own.env)
  expect([code, stderr]).toEqual([1, expect.stringContaining('GitHub refused the comment with status 403')])
  expect(stderr).not.toContain('token ')
})

test('reports everything that is wrong at once', async () => {
  const { code, stderr } = await comment(['gone.md', '--id', 'a -->'])
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /--id a -->: must be up to 100 letters[^]*gone\.md cannot be read[^]*this is no job of GitHub Actions or GitLab CI/,
  )
})
