import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/index.ts'
import { findWatchedProcesses } from '../../src/run/resource-sampler.ts'
import { startKnownServer } from '../servers/known-server.ts'

describe.skipIf(process.platform !== 'linux')('the CPU of a target', () => {
  test('the CPU of a target is unknown where its command only had another process respond, as with a container', async () => {
    const server = await startKnownServer({ delays: [0] })
    const command = ['node', '-e', `console.log('listening on ${server.url}'); setInterval(() => {}, 1000)`]
    const ready = { log: String.raw`listening on (?<url>\S+)` }
    const scenarios = { calls: { request: {}, workload: { connections: 1, requests: 1 } } }
    const { target, resources } = await run({ target: { command, ready }, scenarios, workers: 0 })
    await server.close()
    expect(resources.length).toBeGreaterThan(0)
    expect(resources.map(({ targetCpu }) => targetCpu)).toEqual(resources.map(() => null))
    expect(target.cpu).toBeNull()
  })

  test('the CPU of a target includes what this process started, where the target is a server in it', async () => {
    const hasOwnChildren = (kind: 'url' | 'server'): boolean => findWatchedProcesses({ kind, pid: null }, []).hasOwnChildren
    expect(hasOwnChildren('server')).toBe(false)
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'inherit'] })
    await once(child, 'spawn')
    expect([hasOwnChildren('server'), hasOwnChildren('url')]).toEqual([true, false])
    child.stdin?.end()
    await once(child, 'exit')
    expect(hasOwnChildren('server')).toBe(false)
  })
})
