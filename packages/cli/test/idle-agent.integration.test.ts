import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeKey } from '@benchpress/machines'
import { hasRedis, startRedis } from '../../machines/test/brokers.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

test.skipIf(!hasRedis)('an agent that is stopped while it waits for runs mentions no run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-idle-'))
  const redis = await startRedis()
  const key = await makeKey(join(folder, 'key'))
  const child = spawn(process.execPath, [main, 'agent', redis.url, '--trust', key], { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await redis.stop()
    await rm(folder, { recursive: true })
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  await expect.poll(() => said, { timeout: 20_000 }).toContain('waiting for runs')
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(said).toContain('benchpress: ending the agent; once more stops at once')
  expect(said).not.toContain('ending the run')
})
