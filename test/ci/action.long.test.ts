import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasTool } from '../tools.ts'
import { openCommentsServer } from './comments-server.ts'
import { commentOfPage, playAction, shapeOfComment, type PlayedAction } from './play-action.ts'
import { makePullRequest, type PullRequest } from './pull-request.ts'
import { readAction, runAction, type ActionEnd } from './run-action.ts'

const action = await readAction()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-action-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe.skipIf(!hasTool('gh'))('the action, on a pull request that makes a server slower', () => {
  let played: PlayedAction

  beforeAll(async () => {
    played = await playAction(join(folder, 'slower'))
  }, 300_000)

  test('fails with the exit code of a regression, in its last step', () => {
    expect([played.code, played.failed], played.log).toEqual([98, 'End as the comparison ended'])
    expect(played.outputs['exit-code']).toBe('98')
    expect(played.log).toMatch(/benchpress: p50 > \+5% regressed in /)
  })

  test('compares the base of the merge with the merge', () => {
    const { AB_BASE, AB_HEAD } = played.given['Compare them'] ?? {}
    expect({ base: AB_BASE, head: AB_HEAD }).toEqual(played.pull.sides)
  })

  test('names the merge by the head of the pull request', () => {
    expect(played.api.comments[0]?.body).toContain(`- **B:** ${played.pull.head.slice(0, 12)} merged into A, `)
  })

  test('updates the comment of the push before, and leaves the others', () => {
    const { api } = played
    expect(api.comments).toHaveLength(2)
    expect(api.comments[1]?.body).toBe('thanks')
    expect(api.calls).toEqual([
      'GET /user 403',
      'GET /repos/shop/api/issues/7/comments?per_page=100 200',
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

describe.skipIf(!hasTool('gh'))('the action', () => {
  // Runs of this length are too short to be compared, so that there is one round.
  const short = ['-n', '20', '-c', '2', '-W', '0', '--no-progress']

  async function run(
    name: string,
    {
      inputs = {},
      canWrite = true,
      repository = 'shop/api',
      eventName = 'pull_request',
      path,
      said = [],
      env = {},
    }: {
      readonly inputs?: Readonly<Record<string, string>>
      readonly canWrite?: boolean
      readonly repository?: string
      readonly eventName?: string
      readonly path?: readonly string[]
      /** Comments of earlier pushes. */
      readonly said?: readonly string[]
      readonly env?: Readonly<Record<string, string>>
    } = {},
  ): Promise<ActionEnd & { readonly calls: readonly string[]; readonly comments: readonly string[]; readonly pull: PullRequest }> {
    const api = await openCommentsServer('token', { canWrite })
    api.comments.push(...said.map((body, id) => ({ id: id + 1, body })))
    try {
      const pull = await makePullRequest(join(folder, name, 'workspace'), 0)
      const end = await runAction(action, {
        workspace: pull.folder,
        temp: join(folder, name, 'temp'),
        apiUrl: api.url,
        token: 'token',
        eventName,
        ...(path !== undefined && { path }),
        env,
        event:
          eventName === 'pull_request'
            ? { pull_request: { number: 7, base: { sha: pull.base }, head: { sha: pull.head, repo: { full_name: repository } } } }
            : {},
        inputs: { source: 'http://127.0.0.1:1', command: 'node gone.mjs', arguments: short.join('\n'), ...inputs },
      })
      return { ...end, calls: api.calls, comments: api.comments.map(({ body }) => body), pull }
    } finally {
      await api.close()
    }
  }

  test('ends with the code of the failure, and still comments', async () => {
    const { code, failed, calls, summary } = await run('gone')
    expect([code, failed]).toEqual([96, 'End as the comparison ended'])
    expect(calls.at(-1)).toBe('POST /repos/shop/api/issues/7/comments 201')
    expect(summary).toContain('A did not start: ')
  })

  test('reports that the pull request of a fork gets no comment, and writes the summary', async () => {
    const { code, log, summary } = await run('fork', { canWrite: false, repository: 'somebody/api' })
    expect(code).toBe(96)
    expect(log).toContain('::notice title=benchpress::nothing was posted')
    expect(summary).toContain('A did not start: ')
  })

  test('treats its inputs as text only', async () => {
    const hostile = '$(touch pwned) `touch pwned`; touch pwned\n"; touch pwned #'
    const inputs = { command: hostile, build: hostile, 'fail-on': hostile, precision: hostile, 'comment-id': 'a' }
    const { code, log } = await run('hostile', { inputs })
    expect([code, log]).toEqual([2, expect.stringContaining('--precision')])
    await expect(readFile(join(folder, 'hostile', 'workspace', 'pwned'))).rejects.toThrow('ENOENT')
  })

  test('posts nothing where that is switched off, or without a pull request', async () => {
    const silent = await run('silent', { inputs: { comment: 'false' } })
    expect([silent.code, silent.calls]).toEqual([96, []])
    const push = await run('push', { eventName: 'push', inputs: { base: 'slower' } })
    expect([push.code, push.calls]).toEqual([96, []])
    const lost = await run('lost', { eventName: 'push' })
    expect([lost.code, lost.failed, lost.log]).toEqual([2, 'Find the base and the head', expect.stringContaining('there is no base')])
  })

  test('reports a failed build and its commit in the summary and in place of the earlier comment', async () => {
    const temp = join(folder, 'unbuilt', 'temp', 'benchpress-comparison')
    await mkdir(temp, { recursive: true })
    await writeFile(join(temp, 'comment.md'), 'of an earlier job')
    const build = `node -e "console.error('~~~~~~~~~ no such module'); process.exit(3)"`
    const { code, failed, comments, summary, pull } = await run('unbuilt', { inputs: { build } })
    expect([code, failed]).toEqual([2, 'End as the comparison ended'])
    const { base } = pull.sides
    expect(summary).toContain(`${pull.head.slice(0, 12)} was not compared with ${base.slice(0, 12)}: benchpress ended with exit code 2.`)
    expect(summary).toMatch(/\n~~~~~~~~text\nbenchpress: [\da-f]{12} cannot be built: ~ no such module\n~~~~~~~~\n$/)
    expect(comments).toEqual([`<!-- benchpress: comparison -->\n${summary}`])
  })

  test('reports all wrong inputs in the comment', async () => {
    const inputs = { 'fail-on': 'p99 > 5%\nnonsense > +5%', arguments: '-d\n1' }
    const { code, comments } = await run('wrong', { inputs })
    expect(code).toBe(2)
    const [, quoted = ''] = (comments[0] ?? '').split('~~~~~~~~text\n')
    expect(quoted).toMatch(
      /^benchpress: a run of .* lasts 1 s, .*\n {2}Let it .*\nbenchpress: --fail-on p99 > 5%: .*\n {2}.*\nbenchpress: --fail-on nonsense > \+5%: /,
    )
  })

  test('builds and measures on the Node.js of the project, without the files of the step in the environment', async () => {
    const [bin, seen] = [join(folder, 'own-node'), join(folder, 'seen.json')]
    await mkdir(bin)
    await writeFile(join(bin, 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
    const script = `const { PATH, GITHUB_ENV, GITHUB_PATH, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, AB_ACTION } = process.env; require('fs').writeFileSync('${seen}', JSON.stringify({ first: PATH.split(':')[0], GITHUB_ENV, GITHUB_PATH, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, AB_ACTION }))`
    await run('own', { inputs: { build: `node -e "${script}"` }, path: [bin, dirname(process.execPath)] })
    expect(JSON.parse(await readFile(seen, 'utf8'))).toEqual({ first: bin })
  })

  test('ends with the code of the comparison where the comment cannot be posted', async () => {
    const { failed, given, log } = await run('unposted', { canWrite: false })
    expect([failed, log]).toEqual(['Post the comment', expect.stringContaining('HTTP 403')])
    expect(given['End as the comparison ended']).toEqual({ AB_CODE: '96' })
  })

  test.each([
    ['base', { base: 'nowhere' }, 'the base nowhere cannot be found, neither in the checkout nor at its origin: check the input base, or'],
    ['head', { head: 'nowhere' }, 'the head nowhere cannot be found, neither in the checkout nor at its origin: check the input head, or'],
    ['strict', { strict: 'yes' }, 'the input strict "yes" must be true or false\n'],
  ])('refuses the input %s before any load, in place of the earlier comment', async (name, inputs, message) => {
    const said = ['<!-- benchpress: comparison -->\nB is equivalent to A']
    const { code, failed, log, summary, comments, pull } = await run(`refused-${name}`, { inputs, said })
    expect([code, failed]).toEqual([2, 'Find the base and the head'])
    expect(log).toContain(`::error title=benchpress::${message}`)
    expect(summary).toContain(`${pull.head.slice(0, 12)} was not compared: exit code 2.\n\n~~~~~~~~text\n${message}`)
    expect(comments).toEqual([`<!-- benchpress: comparison -->\n${summary}`])
  })

  const rule = 'must be up to 100 letters, digits, dots, hyphens and underscores, and no two hyphens side by side'
  test.each([
    ['comment-id', 'a/../b', rule],
    ['comment-id', 'a--b', rule],
    ['comment-id', 'a'.repeat(101), rule],
    ['comment', 'no', 'must be true or false'],
  ])('refuses the input %s "%s" before any load, and posts nothing', async (name, value, problem) => {
    const { code, failed, log, calls } = await run(`refused-${name}-${value.length}`, { inputs: { [name]: value } })
    expect([code, failed, calls]).toEqual([2, 'Find the base and the head', []])
    expect(log).toContain(`::error title=benchpress::the input ${name} "${value}" ${problem}`)
  })

  test('quotes no secret of the environment', async () => {
    const build = `node -e "console.error('401 for ' + process.env.NPM_TOKEN); process.exit(1)"`
    const { log, summary, comments } = await run('secret', { inputs: { build }, env: { NPM_TOKEN: 'npm_s3cret/0123' } })
    expect(summary).toContain('cannot be built: 401 for [redacted]')
    expect(`${log}${summary}${comments.join('')}`).not.toContain('s3cret')
    const command = `node -e "console.error('401 for ' + process.env.NPM_TOKEN); process.exit(1)"`
    const started = await run('secret-target', { inputs: { command }, env: { NPM_TOKEN: 'npm_s3cret/0123' } })
    expect(started.comments.join('')).toContain('401 for \\[redacted\\]')
    expect(started.comments.join('')).not.toContain('s3cret')
  })

  test('fetches the base of the merge, where the checkout has only one commit', async () => {
    const pull = await makePullRequest(join(folder, 'whole'), 0)
    const shallow = join(folder, 'shallow')
    const git = promisify(execFile)
    await git('git', ['clone', '--quiet', '--depth', '1', `file://${pull.folder}`, shallow])
    await git('git', ['config', 'uploadpack.allowAnySHA1InWant', 'true'], { cwd: pull.folder })
    const runShallow = (temp: string): Promise<ActionEnd> =>
      runAction(action, {
        workspace: shallow,
        temp: join(folder, temp),
        apiUrl: 'http://127.0.0.1:1',
        token: 'token',
        event: { pull_request: { number: 7, base: { sha: pull.base }, head: { sha: pull.head, repo: { full_name: 'shop/api' } } } },
        inputs: { source: 'http://127.0.0.1:1', command: 'node gone.mjs', arguments: short.join('\n'), comment: 'false' },
      })
    await git('git', ['remote', 'set-url', 'origin', join(folder, 'nowhere')], { cwd: shallow })
    const alone = await runShallow('alone-temp')
    expect([alone.code, alone.log]).toEqual([2, expect.stringContaining('check out with fetch-depth: 2')])
    await git('git', ['remote', 'set-url', 'origin', `file://${pull.folder}`], { cwd: shallow })
    const end = await runShallow('shallow-temp')
    const { AB_BASE, AB_HEAD } = end.given['Compare them'] ?? {}
    expect({ base: AB_BASE, head: AB_HEAD }, end.log).toEqual(pull.sides)
  })
})

test('docs/ci.md lists the inputs and outputs of the action', async () => {
  const page = await readFile(new URL('../../docs/ci.md', import.meta.url), 'utf8')
  const listed = Array.from(page.matchAll(/^\| `([a-z-]+)` +\|/gm), ([, name]) => name)
  expect(listed).toEqual([...Object.keys(action.inputs), ...Object.keys(action.outputs)])
})
