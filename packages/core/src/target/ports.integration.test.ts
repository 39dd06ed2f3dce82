import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { isPortOfTree } from './ports.ts'

const children: ChildProcess[] = []

afterEach(() => {
  for (const { pid } of children.splice(0)) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
})

const listen = `const server = require('node:http').createServer().listen(0, '127.0.0.1', () => console.log(server.address().port))`

async function start(source: string): Promise<{ readonly pid: number; readonly line: string }> {
  const child = spawn(process.execPath, ['-e', source], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { pid: child.pid ?? 0, line: String(line) }
}

describe.skipIf(process.platform !== 'linux')('a port', () => {
  test('a port belongs to the tree of the process that listens on it', async () => {
    const { pid, line } = await start(listen)
    expect(isPortOfTree(pid, Number(line))).toBe(true)
    expect(isPortOfTree(process.pid, Number(line))).toBe(true)
  })

  test('a port belongs to the trees of the parent and the grandparent of its process', async () => {
    const { pid, line } = await start(
      `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(listen)}], { stdio: 'inherit' })`,
    )
    expect(isPortOfTree(pid, Number(line))).toBe(true)
  })

  test('a port does not belong to an unrelated tree', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { pid } = await start(`console.log('started'); setInterval(() => {}, 1000)`)
    expect(isPortOfTree(pid, port)).toBe(false)
    expect(isPortOfTree(process.pid, port)).toBe(true)
    server.close()
  })
})
