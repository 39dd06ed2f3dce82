import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const bin = fileURLToPath(new URL('../bin/benchpress.mjs', import.meta.url))

test.skipIf(process.platform === 'win32').each(['report', 'compare', 'history'])(
  'benchpress %s stops at once while it reads',
  async (command) => {
    const folder = await mkdtemp(join(tmpdir(), 'benchpress-interrupted-'))
    const [first, second] = ['a.json', 'b.json'].map((name) => join(folder, name)) as [string, string]
    for (const path of [first, second]) execFileSync('mkfifo', [path])
    const child = spawn(process.execPath, [bin, command, first, second], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    // Opens when the command reads, which then has no turn in which it could handle a signal.
    const result = await open(first, 'w')
    child.kill('SIGINT')
    expect(await ended).toEqual([null, 'SIGINT'])
    await result.close()
    await rm(folder, { recursive: true })
  },
)
