import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const module = fileURLToPath(new URL('../scripts/run-attached.mjs', import.meta.url))
const launcher = `const { runAttached, endAs } = await import(process.argv[1])
endAs(await runAttached(process.execPath, ['--eval', process.argv[2]]))`

describe('a command that runs in place of its launcher', () => {
  test('gives the launcher its exit code', async () => {
    expect(await once(start('process.exit(7)'), 'exit')).toEqual([7, null])
  })

  test('gives the launcher the signal that ended it', async () => {
    expect(await once(start("process.kill(process.pid, 'SIGKILL')"), 'exit')).toEqual([null, 'SIGKILL'])
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('receives a %s that was sent only to the launcher', async (signal) => {
    const child = start(`process.on('${signal}', () => process.exit(9)); setInterval(() => {}, 1e6); console.log('ready')`)
    await once(createInterface(child.stdout), 'line')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([9, null])
  })

  test('ends the launcher by the same signal when it does not handle it', async () => {
    const child = start("setInterval(() => {}, 1e6); console.log('ready')")
    await once(createInterface(child.stdout), 'line')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
  })
})

function start(command: string) {
  return spawn(process.execPath, ['--input-type=module', '--eval', launcher, module, command], { stdio: ['ignore', 'pipe', 'ignore'] })
}
