import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openCommentsServer, type CommentsServer } from '../../../../test/ci/comments-server.ts'
import { findForge, type Forge } from './forge.ts'
import type { Environment } from './github.ts'
import { postComment } from './post-comment.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-comment-'))
  for (const [name, repository] of Object.entries({ own: 'shop/api', fork: 'somebody/api' })) {
    await writeFile(
      join(folder, `${name}.json`),
      JSON.stringify({ pull_request: { number: 7, head: { repo: { full_name: repository } } } }),
    )
  }
  await writeFile(join(folder, 'gone.json'), JSON.stringify({ pull_request: { number: 7, head: { repo: null } } }))
  await writeFile(join(folder, 'push.json'), JSON.stringify({ ref: 'refs/heads/main' }))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

const onGitHub = (url: string, event: string, changes: Environment = {}): Environment => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_API_URL: url,
  GITHUB_REPOSITORY: 'shop/api',
  GITHUB_EVENT_PATH: join(folder, `${event}.json`),
  GITHUB_TOKEN: 'token',
  ...changes,
})

const onGitLab = (url: string, changes: Environment = {}): Environment => ({
  GITLAB_CI: 'true',
  CI_API_V4_URL: `${url}/api/v4`,
  CI_PROJECT_ID: '42',
  CI_MERGE_REQUEST_PROJECT_ID: '42',
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '42',
  CI_MERGE_REQUEST_IID: '7',
  GITLAB_TOKEN: 'token',
  ...changes,
})

async function open(options?: Parameters<typeof openCommentsServer>[1]): Promise<CommentsServer> {
  const server = await openCommentsServer('token', options)
  onTestFinished(() => server.close())
  return server
}

function forgeOf(env: Environment): Forge {
  const forge = findForge(env)
  if ('message' in forge) throw new Error(forge.message)
  return forge
}

const forges = { GitHub: (url: string) => forgeOf(onGitHub(url, 'own')), GitLab: (url: string) => forgeOf(onGitLab(url)) }

describe.each(Object.entries(forges))('a comment on %s', (_name, forgeAt) => {
  test('a comment is posted once, and then updated, whoever wrote others in between', async () => {
    const server = await open()
    const forge = forgeAt(server.url)
    server.comments.push({ id: 1, body: 'I quote <!-- benchpress: comparison --> of the bot' })
    expect(await postComment('first', 'comparison', forge)).toMatchObject({ done: 'created' })
    server.comments.push({ id: 2, body: 'thanks' })
    expect(await postComment('second', 'comparison', forge)).toMatchObject({ done: 'updated' })
    expect(await postComment('other', 'api', forge)).toMatchObject({ done: 'created' })
    expect(server.comments.map(({ body }) => body)).toEqual([
      'I quote <!-- benchpress: comparison --> of the bot',
      '<!-- benchpress: comparison -->\nsecond',
      'thanks',
      '<!-- benchpress: api -->\nother',
    ])
  })

  test('a comment is found among hundreds', async () => {
    const server = await open()
    for (let id = 1; id <= 250; id += 1) server.comments.push({ id, body: `${id}` })
    server.comments.push({ id: 251, body: '<!-- benchpress: comparison -->\nold' })
    expect(await postComment('new', 'comparison', forgeAt(server.url))).toMatchObject({ done: 'updated' })
    expect(server.comments.at(-1)?.body).toContain('new')
    // Three pages, the user, and the update.
    expect(server.calls).toHaveLength(5)
  })

  test('a comment of somebody else with the same line is left alone', async () => {
    const server = await open()
    server.comments.push({ id: 1, body: '<!-- benchpress: comparison -->\nB is better, believe me', isForeign: true })
    const forge = forgeAt(server.url)
    expect(await postComment('first', 'comparison', forge)).toMatchObject({ done: 'created' })
    expect(await postComment('second', 'comparison', forge)).toMatchObject({ done: 'updated' })
    expect(server.comments.map(({ body }) => body.split('\n')[1])).toEqual(['B is better, believe me', 'second'])
  })

  test('a comment mentions no user by a name in its text', async () => {
    const server = await open()
    await postComment('GET /@scope/name', 'comparison', forgeAt(server.url))
    expect(server.comments[0]?.body).toBe('<!-- benchpress: comparison -->\nGET /@\u200Bscope/name')
  })
})

test('a comment that is too long for GitHub is cut after a line, with a note', async () => {
  const server = await open()
  await postComment('a line of text\n'.repeat(10_000), 'comparison', forges.GitHub(server.url))
  const body = server.comments[0]?.body ?? ''
  expect(body.length).toBeLessThanOrEqual(65_536)
  expect(body).toMatch(/a line of text\n\n\n_The rest is too long for a comment\._\n$/)
})

describe('without the right to write', () => {
  test('the pull request of a fork gets no comment, and no error', async () => {
    const server = await open({ canWrite: false })
    for (const event of ['fork', 'gone']) {
      expect(await postComment('x', 'comparison', forgeOf(onGitHub(server.url, event)))).toEqual({
        done: 'refused',
        because: 'the pull request comes from a fork',
      })
    }
    const dependabot = onGitHub(server.url, 'own', { GITHUB_ACTOR: 'dependabot[bot]' })
    expect(await postComment('x', 'comparison', forgeOf(dependabot))).toMatchObject({ because: 'Dependabot made it' })
    const gitLab = onGitLab(server.url, { CI_PROJECT_ID: '43', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '43', GITLAB_TOKEN: undefined })
    expect(await postComment('x', 'comparison', forgeOf(gitLab))).toMatchObject({ because: 'the merge request comes from a fork' })
  })

  test('a missing right is an error everywhere else, which does not contain the token', async () => {
    const server = await open({ canWrite: false })
    await expect(postComment('x', 'comparison', forges.GitHub(server.url))).rejects.toThrow(
      'GitHub refused the comment with status 403: Resource not accessible by integration',
    )
    const wrong = forgeOf(onGitLab(server.url, { GITLAB_TOKEN: 'wrong' }))
    await expect(postComment('x', 'comparison', wrong)).rejects.toThrow('GitLab refused the comment with status 401: 401 Unauthorized')
  })
})

test('the error names a forge that cannot be reached', async () => {
  const server = await openCommentsServer('token')
  await server.close()
  await expect(postComment('x', 'comparison', forges.GitHub(server.url))).rejects.toThrow('GitHub cannot be reached: ')
})

test.each([
  ['outside of a job', {}, 'this is no job of GitHub Actions or GitLab CI'],
  ['of a push', { ...onGitHub('http://localhost', 'own'), GITHUB_EVENT_PATH: '/nowhere.json' }, 'the workflow was not started by one'],
  ['of a branch', onGitLab('http://localhost', { CI_MERGE_REQUEST_IID: undefined }), 'the pipeline is not one of a merge request'],
  ['without a token on GitLab', onGitLab('http://localhost', { GITLAB_TOKEN: undefined }), 'GITLAB_TOKEN is missing'],
])('there is nothing to comment on %s', (_name, env, message) => {
  expect(findForge(env)).toMatchObject({ message: expect.stringContaining(message) as string })
})

test('a job of GitHub without a token gets a message with what it needs', () => {
  expect(findForge(onGitHub('http://localhost', 'own', { GITHUB_TOKEN: '' }))).toMatchObject({
    message: 'GITHUB_TOKEN is missing',
    hint: expect.stringContaining('pull-requests: write') as string,
  })
  expect(findForge(onGitHub('http://localhost', 'push'))).toMatchObject({
    message: expect.stringContaining('not started by one') as string,
  })
})
