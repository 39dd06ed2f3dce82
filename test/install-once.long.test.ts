import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const scripts = fileURLToPath(new URL('../scripts', import.meta.url))
let folder: string
let bins: string

// A workspace with a fake npx, which leaves the same files as pnpm and records its calls.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-install-'))
  bins = join(folder, 'bins')
  await cp(scripts, join(folder, 'scripts'), { recursive: true })
  await writeFile(join(folder, 'pnpm-lock.yaml'), 'first')
  await mkdir(bins)
  await writeNpx('sleep 0.3\nmkdir -p node_modules/.pnpm\ncp pnpm-lock.yaml node_modules/.pnpm/lock.yaml\n: > node_modules/.modules.yaml')
})

afterEach(() => rm(folder, { recursive: true }))

describe('installing on first use', () => {
  test('happens once', async () => {
    expect(await install()).toEqual({ code: 0, output: expect.stringContaining('installing dependencies') })
    expect(await install()).toEqual({ code: 0, output: '' })
    expect(await calls()).toHaveLength(1)
  })

  test('happens again when the lockfile has changed', async () => {
    await install()
    await writeFile(join(folder, 'pnpm-lock.yaml'), 'second')
    await install()
    expect(await calls()).toHaveLength(2)
  })

  test('is done by one of several processes that start together, and the others wait', async () => {
    const ends = await Promise.all([install(), install(), install()])
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(await calls()).toHaveLength(1)
  })

  test('continues after a killed process that left its lock', async () => {
    const gone = spawn('true')
    await once(gone, 'exit')
    await lockFor(gone)
    expect((await install()).code).toBe(0)
    expect(await calls()).toHaveLength(1)
  })

  test('waits while another process installs, and names it', async () => {
    const other = spawn('sleep', ['60'])
    await lockFor(other)
    const waiting = start()
    const output = text(waiting.stderr)
    await once(waiting.stderr, 'data')
    expect(await calls()).toEqual([])
    other.kill()
    await once(waiting, 'exit')
    expect(await output).toContain(`waiting for the installation that process ${other.pid} runs`)
    expect(await calls()).toHaveLength(1)
  })

  test('explains in plain words when it fails, and can be tried again', async () => {
    await writeNpx('exit 3')
    const failure = { code: 1, output: expect.stringMatching(/installing its dependencies failed: .* ended with code 3.\n.*network/) }
    expect(await install()).toEqual(failure)
    expect(await install()).toEqual(failure)
    expect(await calls()).toHaveLength(2)
  })
})

async function writeNpx(script: string): Promise<void> {
  await writeFile(join(bins, 'npx'), `#!/bin/sh\necho "$@" >> calls\n${script}\n`)
  await chmod(join(bins, 'npx'), 0o755)
}

function start() {
  return spawn(process.execPath, ['--input-type=module', '--eval', "await (await import('./scripts/install-once.mjs')).installOnce()"], {
    cwd: folder,
    env: { ...process.env, PATH: `${bins}${delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function install(): Promise<{ code: unknown; output: string }> {
  const child = start()
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, output }
}

async function calls(): Promise<string[]> {
  const log = await readFile(join(folder, 'calls'), 'utf8').catch(() => '')
  return log.split('\n').filter((line) => line !== '')
}

async function lockFor(owner: ChildProcess): Promise<void> {
  await mkdir(join(folder, '.benchpress'))
  await writeFile(join(folder, '.benchpress/install.lock'), String(owner.pid))
}
