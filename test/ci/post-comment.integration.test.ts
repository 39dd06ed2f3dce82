import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { hasTool } from '../tools.ts'
import { openCommentsServer, type CommentsServer } from './comments-server.ts'
import { readAction } from './run-action.ts'

interface Posting {
  readonly marker: string
  readonly script: string
  /** The variables of the job, at a server. */
  readonly env: (url: string) => Readonly<Record<string, string>>
}

const { runs } = await readAction()
const gitlab = parse(await readFile(new URL('../../ci/gitlab.yml', import.meta.url), 'utf8')) as {
  readonly 'benchpress-note': { readonly script: readonly string[]; readonly variables: Readonly<Record<string, string>> }
}
const note = gitlab['benchpress-note']
const posting = {
  GitHub: {
    marker: '<!-- benchpress: items -->',
    script: runs.steps.find(({ name }) => name === 'Post the comment')?.run ?? '',
    env: (url) => ({
      GH_TOKEN: 'token',
      GH_ENTERPRISE_TOKEN: 'token',
      GITHUB_API_URL: url,
      GITHUB_REPOSITORY: 'shop/api',
      GITHUB_ACTOR: 'ann',
      AB_FOLDER: 'benchpress',
      AB_ID: 'items',
      PULL_NUMBER: '7',
      PULL_REPOSITORY: 'shop/api',
    }),
  },
  GitLab: {
    marker: note.variables['AB_MARKER'] ?? '',
    script: note.script.join('\n'),
    env: (url) => ({
      ...note.variables,
      GITLAB_TOKEN: 'token',
      CI_API_V4_URL: `${url}/api/v4`,
      CI_MERGE_REQUEST_PROJECT_ID: '42',
      CI_MERGE_REQUEST_IID: '7',
      CI_COMMIT_SHA: '5f2c1e0a9b34',
      CI_PIPELINE_URL: 'http://ci/1',
    }),
  },
} satisfies Record<string, Posting>

let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'benchpress-post-'))
})

afterAll(async () => {
  await rm(root, { recursive: true })
})

interface Job {
  readonly folder: string
  readonly api: CommentsServer
  readonly post: (env?: Readonly<Record<string, string>>) => Promise<{ readonly code: number; readonly log: string }>
}

/** A job that has nothing but the files of a comparison, and programs in front of its PATH that would keep the token. */
async function inJob({ script, env }: Posting, use: (job: Job) => Promise<void>, { canWrite = true } = {}): Promise<void> {
  const folder = await mkdtemp(join(root, 'job-'))
  const bin = join(folder, 'bin')
  for (const each of ['benchpress', 'bin', 'node_modules/@benchpress/cli']) await mkdir(join(folder, each), { recursive: true })
  await writeFile(join(folder, 'benchpress/comment.md'), 'B is worse than A\n')
  await writeFile(join(folder, '.npmrc'), 'registry=http://127.0.0.1:1\n')
  for (const program of ['npm', 'npx', 'pnpm', 'benchpress']) {
    await writeFile(join(bin, program), `#!/bin/sh\necho "$0" >>'${folder}/packages.txt'\n`, { mode: 0o755 })
  }
  const api = await openCommentsServer('token', { canWrite })
  const PATH = `${bin}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
  const post: Job['post'] = (changes = {}) =>
    promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { PATH, HOME: folder, ...env(api.url), ...changes },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, log: `${stdout}${stderr}` }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, log: `${stdout}${stderr}` }),
    )
  try {
    await use({ folder, api, post })
    await expect(readFile(join(folder, 'packages.txt'))).rejects.toThrow('ENOENT')
  } finally {
    await api.close()
  }
}

describe.skipIf(!hasTool('gh') || !hasTool('curl'))('the script that has a token', () => {
  describe.each(Object.entries(posting))('of %s', (_forge, of) => {
    const { marker } = of

    test('creates the comment, and updates it, without running a package', async () => {
      await inJob(of, async ({ api, folder, post }) => {
        expect(await post()).toMatchObject({ code: 0 })
        await writeFile(join(folder, 'benchpress/comment.md'), 'B is "as good" as A & 100 % `$(touch pwned)` ünïcode\n')
        expect(await post()).toMatchObject({ code: 0 })
        expect(api.comments.map(({ body }) => body)).toEqual([`${marker}\nB is "as good" as A & 100 % \`$(touch pwned)\` ünïcode\n`])
        expect(api.calls.join('\n')).not.toContain('token')
      })
    })

    test('finds its comment behind those of others, and changes none of theirs', async () => {
      await inJob(of, async ({ api, post }) => {
        api.comments.push({ id: 1, body: `${marker}\nof an imitator`, isForeign: true })
        api.comments.push(...Array.from({ length: 110 }, (_, index) => ({ id: 10 + index, body: `> ${marker} said the last push` })))
        const before = api.comments.map(({ body }) => body)
        api.comments.push({ id: 500, body: `${marker}\nof the push before` })
        expect(await post()).toMatchObject({ code: 0 })
        expect(api.comments.map(({ body }) => body)).toEqual([...before, `${marker}\nB is worse than A\n`])
        api.comments.pop()
        expect(await post()).toMatchObject({ code: 0 })
        expect(api.comments.map(({ body }) => body)).toEqual([...before, `${marker}\nB is worse than A\n`])
      })
    })

    test('posts nothing that a link leads to', async () => {
      await inJob(of, async ({ api, folder, post }) => {
        await rm(join(folder, 'benchpress/comment.md'))
        await symlink('/proc/self/environ', join(folder, 'benchpress/comment.md'))
        await post()
        expect(api.comments.map(({ body }) => body).join('')).not.toContain('TOKEN')
      })
    })

    test('fails where the comment is refused, or the server is gone', async () => {
      await inJob(
        of,
        async ({ post, api }) => {
          const refused = await post()
          expect([refused.code === 0, refused.log]).toEqual([false, expect.stringContaining('403')])
          expect((await post(of.env('http://127.0.0.1:1'))).code).not.toBe(0)
          expect(api.comments).toEqual([])
        },
        { canWrite: false },
      )
    })
  })

  test('of GitHub cuts what is too long after a line, and says so', async () => {
    await inJob(posting.GitHub, async ({ api, folder, post }) => {
      await writeFile(join(folder, 'benchpress/comment.md'), 'a line of ünïcode\n'.repeat(10_000))
      expect(await post()).toMatchObject({ code: 0 })
      expect(api.comments[0]?.body).toMatch(
        /^<!-- benchpress: items -->\n(?:a line of ünïcode\n)+\n*_The rest is too long for a comment\._\n$/,
      )
    })
  })

  test.each([{ PULL_REPOSITORY: 'somebody/api' }, { PULL_REPOSITORY: '' }, { GITHUB_ACTOR: 'dependabot[bot]' }])(
    'of GitHub reports that nothing was posted with a token that may only read, of %j',
    async (env) => {
      await inJob(
        posting.GitHub,
        async ({ post }) => {
          expect(await post(env)).toMatchObject({ code: 0, log: expect.stringContaining('nothing was posted') as string })
        },
        { canWrite: false },
      )
    },
  )

  test('of GitLab says that nothing was compared, where there are no files', async () => {
    await inJob(posting.GitLab, async ({ api, folder, post }) => {
      await rm(join(folder, 'benchpress'), { recursive: true })
      expect(await post()).toMatchObject({ code: 0 })
      expect(api.comments[0]?.body).toContain('5f2c1e0a9b34 was not compared: the log says why, in http://ci/1.')
    })
  })
})
