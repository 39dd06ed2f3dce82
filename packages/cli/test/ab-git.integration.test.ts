import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SuiteResult } from '@benchpress/core'
import { freePort } from '../../../test/free-port.ts'
import { InterruptedError } from '../src/command-io.ts'
import { call } from './captured-io.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-ab-git-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Creates a repository of one commit with these files, and a function that calls git in it. */
async function makeRepository(name: string, files: Readonly<Record<string, string>>) {
  const path = join(folder, name)
  const git = async (...args: readonly string[]): Promise<string> => {
    const settings = ['-c', 'user.name=x', '-c', 'user.email=x@localhost', '-c', 'commit.gpgsign=false', '-c', 'init.defaultBranch=main']
    return (await promisify(execFile)('git', [...settings, ...args], { cwd: path })).stdout
  }
  await mkdir(join(path, 'sub', 'server'), { recursive: true })
  await git('init')
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text)
  await git('add', '.')
  await git('commit', '-m', 'all')
  return { path, git }
}

describe('benchpress ab --git, of a build', () => {
  const sides = ['--git', 'HEAD..HEAD', '--command', 'node server.mjs', 'http://127.0.0.1:1']

  test('a build that fails is reported with the last lines of both its outputs', async () => {
    const source = `console.log('first'); for (let line = 1; line < 6; line++) console.log('out ' + line); console.error('err'); process.exitCode = 3\n`
    const { path } = await makeRepository('failing', { 'build.mjs': source })
    const { code, stderr } = await call(['ab', '--build', `${process.execPath} build.mjs`, ...sides], { cwd: path })
    expect([code, stderr]).toEqual([2, expect.stringContaining(') cannot be built: out 1\n  out 2\n  out 3\n  out 4\n  out 5\n  err\n')])
  })

  test('the output of a build is shown without secrets of the config or the environment', async () => {
    const source = `console.error('of config-s3cret and ' + process.env.NPM_TOKEN); process.exitCode = 3\n`
    const scenarios = { reads: { request: {}, workload: { connections: 2, requests: 20 } } }
    const config = { target: 'http://127.0.0.1:1', secrets: { pin: 'config-s3cret' }, scenarios }
    const { path } = await makeRepository('telling', { 'build.mjs': source, 'x.config.json': JSON.stringify(config) })
    const args = ['ab', 'x.config.json', '--build', `${process.execPath} build.mjs`, '--git', 'HEAD..HEAD', '--command', 'node x.mjs']
    vi.stubEnv('NPM_TOKEN', 'env-s3cret')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { code, stderr } = await call(args, { cwd: path, env: { NPM_TOKEN: 'env-s3cret' } })
    expect([code, stderr]).toEqual([2, expect.stringContaining(') cannot be built: of [redacted] and [redacted]\n')])
  })

  test.each([
    [['--fail-on', 'p99 > 5%'], 'a change without a sign'],
    [['--fail-on', 'trougput < -5%'], 'there is no figure "trougput"'],
    [['-c', '10', '--requests', '5'], 'connections'],
    [['--build', 'npm ci && echo'], '--build: the command has &&, and commands go through no shell: npm ci && echo'],
    [['--command', 'cd x'], '--command: the command has cd, and commands go through no shell: cd x'],
    [['-d', '1'], 'a run of requests lasts 1 s, less than the 3 s'],
    [['--git', 'nowhere..HEAD'], '--git: there is no commit nowhere'],
    [['--git', 'HEAD..nothing'], '--git: there is no commit nothing'],
  ])('no build is started with %j', async (args, problem) => {
    const { path } = await makeRepository(`refused ${args.join('').replaceAll(/\W/g, '')}`, { 'build.mjs': `process.exitCode = 3\n` })
    const { code, stderr } = await call(['ab', '--build', `${process.execPath} build.mjs`, ...sides, ...args], { cwd: path })
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)])
    expect(stderr).not.toContain('cannot be built')
  })

  test('wrong commits and a wrong flag are reported together, before any build', async () => {
    const { path } = await makeRepository('all wrong', { 'build.mjs': `process.exitCode = 3\n` })
    const args = ['--git', 'nowhere..nothing', '--build', `node 'x`, '--fail-on', 'trougput < -5%', 'http://127.0.0.1:1']
    const { code, stderr } = await call(['ab', ...args], { cwd: path })
    expect([code, stderr.match(/^benchpress: .*/gm)]).toEqual([
      2,
      [
        `benchpress: --build: the command has a ' that is never closed: node 'x`,
        'benchpress: --git needs --command',
        'benchpress: --git: there is no commit nowhere',
        'benchpress: --git: there is no commit nothing',
        expect.stringContaining('there is no figure "trougput"'),
      ],
    ])
  })

  test('changes of the working directory are reported as not compared', async () => {
    const { path } = await makeRepository('changed', { 'build.mjs': `process.exitCode = 3\n`, 'text.txt': 'a' })
    await writeFile(join(path, 'text.txt'), 'b')
    const { code, stderr } = await call(['ab', '--build', `${process.execPath} build.mjs`, ...sides], { cwd: path })
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^benchpress: the working directory has changes, which are in neither commit\n/),
    ])
  })

  test('three dots are refused with the commit that git means by them, and nothing else', async () => {
    const { path } = await makeRepository('dots', { 'text.txt': '' })
    const { code, stderr } = await call(['ab', '--git', 'main...HEAD', '--command', 'node x.mjs', 'http://127.0.0.1:1'], { cwd: path })
    expect([code, stderr]).toEqual([
      2,
      'benchpress: --git main...HEAD: has three dots, where git compares with the commit in which both began to differ\n  Write main..HEAD, or name that commit: git merge-base main HEAD.\n',
    ])
  })

  test('no build is started in a folder that one of the commits lacks', async () => {
    const { path, git } = await makeRepository('no folder', { 'text.txt': '' })
    await writeFile(join(path, 'sub', 'x.txt'), '')
    await git('add', '.')
    await git('commit', '-m', 'sub')
    const args = ['ab', '--git', 'HEAD~1..HEAD', '--command', 'node x.mjs', 'http://127.0.0.1:1']
    const { code, stderr } = await call(args, { cwd: join(path, 'sub') })
    expect([code, stderr]).toEqual([2, 'benchpress: --git: the commit HEAD~1 has no folder sub/\n'])
  })

  test('a build that is interrupted leaves no process, no folder and no worktree', async () => {
    const child = `process.on('SIGHUP', () => {}); require('node:fs').writeFileSync('child.txt', String(process.pid)); setInterval(() => {}, 1000)`
    const source = `import { spawn } from 'node:child_process'\nspawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' })\nsetInterval(() => {}, 1000)\n`
    const { path, git } = await makeRepository('interrupted', { 'build.mjs': source })
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    const called = call(['ab', '--build', `${process.execPath} build.mjs`, ...sides], { cwd: path, signal: controller.signal })
    const checkout = await vi.waitFor(async () => {
      const [, second = ''] = (await git('worktree', 'list', '--porcelain')).split('\n\n')
      expect(second).toContain('worktree ')
      return second.split('\n')[0]?.replace('worktree ', '') ?? ''
    }, 20_000)
    const pid = await vi.waitFor(async () => {
      const read = Number(await readFile(join(checkout, 'child.txt'), 'utf8'))
      expect(read).toBeGreaterThan(0)
      return read
    }, 20_000)
    controller.abort(new InterruptedError('SIGINT'))
    expect((await called).code).toBe(130)
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 20_000)
    expect(existsSync(checkout)).toBe(false)
    expect((await git('worktree', 'list')).trim().split('\n')).toHaveLength(1)
  })

  test('a build starts in the folder of the command, and the target of a config in the folder of its own', async () => {
    const port = await freePort()
    const source = `import { createServer } from 'node:http'\ncreateServer((_request, response) => response.end('x')).listen(${port})\n`
    const target = { command: 'node server.mjs', cwd: 'server', ready: `http://127.0.0.1:${port}` }
    const scenarios = { reads: { request: {}, workload: { connections: 2, requests: 20 } } }
    const { path } = await makeRepository('folders', {
      'sub/build.mjs': '',
      'sub/server/server.mjs': source,
      'sub/x.config.json': JSON.stringify({ name: 'x', target, scenarios }),
    })
    const args = ['ab', 'x.config.json', '--git', 'HEAD..HEAD', '--build', `${process.execPath} build.mjs`, '--command', 'node server.mjs']
    const { code, stderr } = await call([...args, '--no-progress'], { cwd: join(path, 'sub') })
    expect([code, stderr]).toEqual([97, expect.stringContaining('no round counts')])
  })
})

describe('benchpress ab --git', () => {
  test('builds two commits in folders of their own, runs both, and removes the folders', async () => {
    const { path: repository, git } = await makeRepository('repository', { 'text.txt': '' })
    const port = await freePort()
    for (const text of ['old', 'new']) {
      await writeFile(join(repository, 'build.mjs'), `import { writeFileSync } from 'node:fs'\nwriteFileSync('text.txt', '${text}')\n`)
      const source = `import { readFileSync } from 'node:fs'\nimport { createServer } from 'node:http'\ncreateServer((_request, response) => response.end(readFileSync('text.txt'))).listen(${port})\n`
      await writeFile(join(repository, 'server.mjs'), source)
      await git('add', '.')
      await git('commit', '-m', text)
    }
    const args = [
      'ab',
      '--git',
      'HEAD~1..HEAD',
      '--build',
      `${process.execPath} build.mjs`,
      '--command',
      'node server.mjs',
      `http://127.0.0.1:${port}`,
    ]
    const { code, stdout, stderr } = await call([...args, '-n', '20', '-W', '0', '--budget', '1ms', '--no-progress', '-o', 'git.json'], {
      cwd: repository,
    })
    expect(code, stdout).toBe(97)
    const [before, now] = (await git('log', '--format=%H')).split('\n').toReversed().slice(-2)
    expect(stdout).toContain(`A: HEAD~1 (${before?.slice(0, 12)}), `)
    expect(stdout).toContain(`B: HEAD (${now?.slice(0, 12)}), `)
    expect(stderr).not.toContain('changes')
    const { tests }: SuiteResult = JSON.parse(await readFile(join(repository, 'git.json'), 'utf8'))
    expect(tests.map(({ variant, scenarios }) => [variant, scenarios[0]?.counts.outcomes.ok])).toEqual(
      ['A', 'B', 'B', 'A'].map((side) => [side, 20]),
    )
    expect((await git('worktree', 'list')).trim().split('\n')).toHaveLength(1)
    const refused = await call(['ab', '--git', 'HEAD..nothing', '--command', 'node server.mjs', `http://127.0.0.1:${port}`], {
      cwd: repository,
    })
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'benchpress: --git: there is no commit nothing\n  A shallow clone, as CI makes it, has few: fetch it first.\n',
    ])
  })

  test.each([
    [['--git', 'main', '--command', 'x'], /must be two commits, such as main\.\.HEAD\n$/],
    [['--git', 'main..HEAD'], /--git needs --command/],
    [['--git', '--upload-pack=x..HEAD', '--command', 'x'], /must be two commits/],
    [['--a', 'http://localhost:1', '--b', 'http://localhost:2', '--build', 'make'], /--build needs --git/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await call(['ab', ...args], { cwd: folder })
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  })
})
