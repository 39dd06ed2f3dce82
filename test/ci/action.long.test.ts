import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCommentsServer } from './comments-server.ts'
import { commentOfPage, playAction, shapeOfComment, type PlayedAction } from './play-action.ts'
import { makePullRequest } from './pull-request.ts'
import { readAction, runAction, type ActionEnd } from './run-action.ts'

const action = await readAction()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-action-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe('the action, on a pull request that makes a server slower', () => {
  let played: PlayedAction

  beforeAll(async () => {
    played = await playAction(join(folder, 'slower'))
  }, 300_000)

  test('fails with the exit code of a regression, in its last step', () => {
    expect([played.code, played.failed], played.log).toEqual([98, 'Fail where something regressed'])
    expect(played.outputs['exit-code']).toBe('98')
    expect(played.log).toMatch(/benchpress: p50 > \+5% holds in /)
  })

  test('compares what the pull request was merged into with the merge', () => {
    const { AB_BASE, AB_HEAD } = played.given['Compare them'] ?? {}
    expect({ base: AB_BASE, head: AB_HEAD }).toEqual(played.pull.sides)
  })

  test('updates the comment of the push before, and leaves the others', () => {
    const { api } = played
    expect(api.comments).toHaveLength(2)
    expect(api.comments[1]?.body).toBe('thanks')
    expect(api.calls).toEqual([
      'GET /repos/shop/api/issues/7/comments?per_page=100&page=1 200',
      'PATCH /repos/shop/api/issues/comments/1 200',
    ])
  })

  test('posts what docs/ci.md shows, and writes the same to the summary of the job', async () => {
    expect(shapeOfComment(played.comment), 'node scripts/write-ci-page.ts writes it again').toEqual(shapeOfComment(await commentOfPage()))
    const [, ...posted] = (played.api.comments[0]?.body ?? '').split('\n')
    expect(posted.join('\n')).toBe(played.summary)
    const written = JSON.parse(await readFile(join(played.outputs['folder'] ?? '', 'result.json'), 'utf8')) as { readonly rounds: number }
    expect(written.rounds).toBe(5)
  })

  test('gives its token to the step that posts, and to no other', () => {
    const holders = Object.entries(played.given).filter(([, env]) => Object.values(env).includes('token'))
    expect(holders.map(([step]) => step)).toEqual(['Post the comment'])
  })
})

test('no step of the action has an input in its script', () => {
  expect(action.runs.using).toBe('composite')
  expect(action.runs.steps.filter(({ run }) => run.includes('${{'))).toEqual([])
})

describe('the action', () => {
  // No run of this length counts, so that there is one round.
  const short = ['-n', '20', '-c', '2', '-W', '0', '--no-progress']

  async function run(
    name: string,
    { inputs = {}, canWrite = true, repository = 'shop/api', eventName = 'pull_request' } = {},
  ): Promise<ActionEnd & { readonly calls: readonly string[]; readonly sides: object }> {
    const api = await openCommentsServer('token', { canWrite })
    try {
      const pull = await makePullRequest(join(folder, name, 'workspace'), 0)
      const end = await runAction(action, {
        workspace: pull.folder,
        temp: join(folder, name, 'temp'),
        apiUrl: api.url,
        token: 'token',
        eventName,
        event:
          eventName === 'pull_request'
            ? { pull_request: { number: 7, base: { sha: pull.base }, head: { sha: pull.head, repo: { full_name: repository } } } }
            : {},
        inputs: { source: 'http://127.0.0.1:1', command: 'node gone.mjs', arguments: short.join('\n'), ...inputs },
      })
      return { ...end, calls: api.calls, sides: pull.sides }
    } finally {
      await api.close()
    }
  }

  test('ends with the code of what went wrong, and still comments', async () => {
    const { code, failed, calls, summary } = await run('gone')
    expect([code, failed]).toEqual([96, 'Fail where something regressed'])
    expect(calls).toHaveLength(2)
    expect(summary).toContain('B did not start: ')
  })

  test('says that there is no comment on the pull request of a fork, whose summary has it', async () => {
    const { code, log, summary } = await run('fork', { canWrite: false, repository: 'somebody/api' })
    expect(code).toBe(96)
    expect(log).toContain('benchpress: no comment: the pull request comes from a fork, and the token of its job may only read')
    expect(summary).toContain('B did not start: ')
  })

  test('takes what it is given for nothing but text', async () => {
    const hostile = '$(touch pwned) `touch pwned`; touch pwned\n"; touch pwned #'
    const inputs = { command: hostile, build: hostile, 'fail-on': hostile, precision: hostile, 'comment-id': 'a' }
    const { code, log } = await run('hostile', { inputs })
    expect([code, log]).toEqual([2, expect.stringContaining('--precision')])
    await expect(readFile(join(folder, 'hostile', 'workspace', 'pwned'))).rejects.toThrow('ENOENT')
  })

  test('posts nothing where it is told not to, or there is no pull request', async () => {
    const silent = await run('silent', { inputs: { comment: 'false' } })
    expect([silent.code, silent.calls]).toEqual([96, []])
    const push = await run('push', { eventName: 'push', inputs: { base: 'slower' } })
    expect([push.code, push.calls]).toEqual([96, []])
    const lost = await run('lost', { eventName: 'push' })
    expect([lost.code, lost.failed, lost.log]).toEqual([2, 'Find the base and the head', expect.stringContaining('there is no base')])
  })

  test('fetches the base, where the checkout has one commit alone', async () => {
    const pull = await makePullRequest(join(folder, 'whole'), 0)
    const shallow = join(folder, 'shallow')
    await promisify(execFile)('git', ['clone', '--quiet', '--depth', '1', `file://${pull.folder}`, shallow])
    await promisify(execFile)('git', ['config', 'uploadpack.allowAnySHA1InWant', 'true'], { cwd: pull.folder })
    const end = await runAction(action, {
      workspace: shallow,
      temp: join(folder, 'shallow-temp'),
      apiUrl: 'http://127.0.0.1:1',
      token: 'token',
      event: { pull_request: { number: 7, base: { sha: pull.base }, head: { sha: pull.head, repo: { full_name: 'shop/api' } } } },
      inputs: { source: 'http://127.0.0.1:1', command: 'node gone.mjs', arguments: short.join('\n'), comment: 'false' },
    })
    const { AB_BASE, AB_HEAD } = end.given['Compare them'] ?? {}
    expect({ base: AB_BASE, head: AB_HEAD }, end.log).toEqual({ base: pull.base, head: pull.sides.head })
  })
})

test('what docs/ci.md says of the inputs and outputs of the action is what it has', async () => {
  const page = await readFile(new URL('../../docs/ci.md', import.meta.url), 'utf8')
  const listed = Array.from(page.matchAll(/^\| `([a-z-]+)` +\|/gm), ([, name]) => name)
  expect(listed).toEqual([...Object.keys(action.inputs), ...Object.keys(action.outputs)])
})
