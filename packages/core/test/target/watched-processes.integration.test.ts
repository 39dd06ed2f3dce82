import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { run } from '../../src/index.ts'
import type { Address } from '../../src/load/wire/address.ts'
import { findWatchedProcesses } from '../../src/run/watched-processes.ts'
import { startKnownServer } from '../servers/known-server.ts'

const children: ChildProcess[] = []

afterEach(() => {
  for (const { pid } of children.splice(0)) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
})

/** Starts a program in a group of its own; resolves with its number and the words of its first line. */
async function start(source: string): Promise<{ readonly pid: number; readonly words: readonly string[] }> {
  const child = spawn(process.execPath, ['-e', source], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { pid: child.pid ?? 0, words: String(line).split(' ') }
}

const serve = (place: string): string => `
  const server = require('node:http').createServer((request, response) => response.end('ok'))
  server.listen(${place}, () => console.log(server.address().port ?? 'open'))
`

function tcp(port: number | string | undefined, host = '127.0.0.1'): Address {
  return { kind: 'tcp', host, port: Number(port), family: host.includes(':') ? 6 : 4 }
}

const running = { kind: 'url', pid: null, command: null } as const

function pidsAt(...addresses: readonly Address[]): readonly number[] {
  return findWatchedProcesses(running, addresses).target.map(({ pid }) => pid)
}

describe.skipIf(process.platform !== 'linux')('the processes of a target', () => {
  test.each([
    ['of one family', `0, '127.0.0.1'`, '127.0.0.1'],
    ['of both families', `0, '::'`, '127.0.0.1'],
    ['of the other family', `0, '::1'`, '::1'],
  ])('the processes of a target that is running are found by its port, %s', async (_, place, host) => {
    const { pid, words } = await start(serve(place))
    expect(findWatchedProcesses(running, [tcp(words[0], host)])).toEqual({
      target: [{ pid, name: 'node' }],
      isOwn: false,
      hasOwnChildren: false,
    })
  })

  test('the processes of a target that is running are found by its Unix socket', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'watched-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'app.sock')
    const { pid } = await start(serve(JSON.stringify(path)))
    expect(pidsAt({ kind: 'unix', path })).toEqual([pid])
  })

  test('the processes of a target are those of each of its servers, and none where one is hidden', async () => {
    const [one, other] = await Promise.all([start(serve(`0, '127.0.0.1'`)), start(serve(`0, '127.0.0.1'`))])
    const addresses = [one, other].map(({ words }) => tcp(words[0]))
    expect(pidsAt(...addresses)).toEqual([one.pid, other.pid])
    expect(pidsAt(...addresses, tcp(1))).toEqual([])
  })

  test.each(['rr', 'none'])('the processes of a cluster are the tree of its primary, with the scheduling %s', async (scheduling) => {
    const { pid, words } = await start(`
      process.env.NODE_CLUSTER_SCHED_POLICY = '${scheduling}'
      const cluster = require('node:cluster')
      cluster.setupPrimary({ exec: '-', execArgv: ['-e', ${JSON.stringify(`require('node:http').createServer().listen(0, '127.0.0.1')`)}] })
      cluster.on('listening', (worker, { port }) => console.log(port))
      for (const _ of [1, 2]) cluster.fork()
    `)
    expect(pidsAt(tcp(words[0]))).toEqual([pid])
  })

  test('a proxy in front is measured as what it is, and not what stands behind it', async () => {
    const behind = await start(serve(`0, '127.0.0.1'`))
    const proxy = await start(`
      const { connect, createServer } = require('node:net')
      const server = createServer((socket) => socket.pipe(connect(${behind.words[0]}, '127.0.0.1')).pipe(socket))
      server.listen(0, '127.0.0.1', () => console.log(server.address().port))
    `)
    expect(pidsAt(tcp(proxy.words[0]))).toEqual([proxy.pid])
  })

  test('a target in this process is not taken for another one, whoever named it', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const own = { target: [], isOwn: true }
    expect(findWatchedProcesses(running, [tcp(port)])).toMatchObject(own)
    expect(findWatchedProcesses({ kind: 'server', pid: null, command: null }, [tcp(port)])).toMatchObject(own)
    const { pid } = await start(`console.log('started'); setInterval(() => {}, 1000)`)
    expect(findWatchedProcesses({ kind: 'command', pid, command: ['x'] }, [tcp(port)])).toMatchObject(own)
  })

  test('a server that this process started elsewhere is not in this process', async () => {
    const { pid, words } = await start(serve(`0, '127.0.0.1'`))
    const found = findWatchedProcesses({ kind: 'server', pid: null, command: null }, [tcp(words[0])])
    expect(found).toEqual({ target: [{ pid, name: 'node' }], isOwn: false, hasOwnChildren: false })
  })

  test('the processes of a command are its tree, or what it had others start', async () => {
    const behind = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(serve(`0, '127.0.0.1'`))}], { stdio: 'inherit' })`
    const command = await start(behind)
    const other = await start(serve(`0, '127.0.0.1'`))
    const pidsOf = (...addresses: readonly Address[]): readonly number[] =>
      findWatchedProcesses({ kind: 'command', pid: command.pid, command: ['x'] }, addresses).target.map(({ pid }) => pid)
    expect(pidsOf(tcp(command.words[0]))).toEqual([command.pid])
    expect(pidsOf(tcp(other.words[0]))).toEqual([other.pid])
    expect(pidsOf(tcp(command.words[0]), tcp(other.words[0]))).toEqual([command.pid, other.pid])
    expect(pidsOf(tcp(1))).toEqual([])
  })

  test('the processes that this process started belong to no target that started this process', async () => {
    const source = `
      const { findWatchedProcesses } = await import(${JSON.stringify(import.meta.resolve('../../src/run/watched-processes.ts'))})
      const { sampleProcessTree } = await import(${JSON.stringify(import.meta.resolve('../../src/target/processes.ts'))})
      for (const start = process.cpuUsage(); process.cpuUsage(start).user < 1e5;);
      const { target } = findWatchedProcesses({ kind: 'url', pid: null, command: null }, [{ kind: 'tcp', host: '127.0.0.1', port: Number(process.argv[1]), family: 4 }])
      console.log(target[0].pid === process.ppid, (await sampleProcessTree(target[0].pid)).cpuSeconds < process.cpuUsage().user / 1e6)
    `
    const { words } = await start(`
      const { spawn } = require('node:child_process')
      const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
        spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(source)}, String(server.address().port)], { stdio: 'inherit' })
      })
    `)
    expect(words).toEqual(['true', 'true'])
  })

  test('the CPU and memory of a running target are measured, and its result has who was measured', async () => {
    const { pid, words } = await start(serve(`0, '127.0.0.1'`))
    // Longer than it takes until the first sample counts, however fast the machine is.
    const scenarios = { calls: { request: {}, workload: { connections: 1, duration: '300ms' } } }
    const { target, resources } = await run({ target: `http://127.0.0.1:${words[0]}`, scenarios, workers: 0 })
    expect(target).toMatchObject({ kind: 'url', local: true, processes: [{ pid, name: 'node' }], inGenerator: false })
    expect(target.cpu).toBeGreaterThanOrEqual(0)
    expect(target.rss).toBeGreaterThan(10e6)
    expect(resources.every(({ targetRss }) => targetRss !== null)).toBe(true)
  })

  test('the CPU of a target is unknown where its command only had this process respond', async () => {
    const server = await startKnownServer({ delays: [0] })
    const command = ['node', '-e', `console.log('listening on ${server.url}'); setInterval(() => {}, 1000)`]
    const ready = { log: String.raw`listening on (?<url>\S+)` }
    const scenarios = { calls: { request: {}, workload: { connections: 1, requests: 1 } } }
    const { target, resources } = await run({ target: { command, ready }, scenarios, workers: 0 })
    await server.close()
    expect(resources.length).toBeGreaterThan(0)
    expect(resources.map(({ targetCpu }) => targetCpu)).toEqual(resources.map(() => null))
    expect(target).toMatchObject({ cpu: null, processes: [], inGenerator: true })
  })

  test('the CPU of a target includes what this process started, where the target is a server in it', async () => {
    const hasOwnChildren = (kind: 'url' | 'server'): boolean => findWatchedProcesses({ kind, pid: null, command: null }, []).hasOwnChildren
    expect(hasOwnChildren('server')).toBe(false)
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'inherit'] })
    await once(child, 'spawn')
    expect([hasOwnChildren('server'), hasOwnChildren('url')]).toEqual([true, false])
    child.stdin?.end()
    await once(child, 'exit')
    expect(hasOwnChildren('server')).toBe(false)
  })
})
