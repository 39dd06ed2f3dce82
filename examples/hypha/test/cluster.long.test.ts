import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { findClusterPort, hyphaClusterTarget } from '../src/index.ts'
import type { HyphaClusterTargetOptions } from '../src/index.ts'
import { RunningProcess } from './running-process.ts'

const running: RunningProcess[] = []

afterEach(async () => {
  for (const cluster of running.splice(0)) await cluster.stop('SIGTERM')
})

async function start(options: HyphaClusterTargetOptions = {}, env: Readonly<Record<string, string>> = {}): Promise<RunningProcess> {
  const port = await findClusterPort(3)
  const cluster = new RunningProcess(hyphaClusterTarget({ port, ...options }), env)
  running.push(cluster)
  return cluster
}

async function serverAt(url: string): Promise<string> {
  const response = await fetch(`${url}/default/services/root:benchmark-service/status`)
  return ((await response.json()) as { server: string }).server
}

describe('a cluster', () => {
  test('has servers on ports of their own, each of which responds with its number', async () => {
    const urls = await (await start({ nodes: 3 })).urls()
    expect(new Set(urls).size).toBe(3)
    expect(await Promise.all(urls.map(serverAt))).toEqual(['cluster-1', 'cluster-2', 'cluster-3'])
    const services = (await (await fetch(`${urls[0]}/default/services`)).json()) as { id: string }[]
    expect(services.map(({ id }) => id)).toContain('root:benchmark-service')
  })

  test('has an address at which nothing listens without one of its servers', async () => {
    const urls = await (await start({ nodes: 3, without: 2 })).urls()
    expect(new Set(urls).size).toBe(3)
    const [error] = await once(connect(Number(new URL(urls[1] ?? '').port), '127.0.0.1'), 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    expect(await Promise.all([urls[0], urls[2]].map((url) => serverAt(url ?? '')))).toEqual(['cluster-1', 'cluster-3'])
  })

  test('ends at SIGTERM with all its servers', async () => {
    const cluster = await start({ nodes: 2 })
    const urls = await cluster.urls()
    expect(await cluster.stop('SIGTERM')).toEqual([0, null])
    for (const url of urls) await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed')
  })

  test('passes the fault to all its servers', async () => {
    const urls = await (await start({ nodes: 2, break: 'arguments' })).urls()
    for (const url of urls) {
      const response = await fetch(`${url}/default/services/root:benchmark-service/math.multiply?a=9&b=22`)
      expect([response.status, await response.text()]).toEqual([200, '{"result":null}'])
    }
  })
})

test('a cluster names everything that is wrong with its settings at once', async () => {
  const { child } = await start({}, { PORT: '0', NODES: '0', WITHOUT: '4' })
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(2)
  expect(message.trim().split('\n')).toEqual([
    'NODES: "0" is not a whole number from 1 to 100',
    'WITHOUT: "4" is not a whole number from 1 to 3',
    'PORT: a cluster needs ports in a row, so that 0 cannot stand for the first',
  ])
})

test('a cluster of which one server cannot listen ends with all of them', async () => {
  const urls = await (await start({ nodes: 1 })).urls()
  const { child } = await start({ nodes: 1, port: Number(new URL(urls[0] ?? '').port) })
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(message).toMatch(/EADDRINUSE.*\nserver 1 exited with code 1\n$/)
  expect(code).toBe(1)
})

test('ports are free together, and are not given out twice', async () => {
  const first = await findClusterPort(12)
  const other = await findClusterPort(2, { from: first })
  expect(other).toBeGreaterThanOrEqual(first + 12)
  const [url = ''] = await (await start({ nodes: 1, port: other })).urls()
  expect(url).toBe(`http://127.0.0.1:${other}`)
  await expect(findClusterPort(2, { from: 40_000 })).rejects.toThrow('there are no 2 free ports in a row from 40000 to 27679')
})

test('ports that another program listens on are skipped', async () => {
  // A port that no other test uses; if a program listens there anyway, that serves the test as well.
  const busy = createServer().listen(27_001)
  await once(busy, 'listening').catch(() => undefined)
  expect(await findClusterPort(2, { from: 27_000 })).toBeGreaterThanOrEqual(27_010)
  busy.close()
})

test('another process gets other ports', async () => {
  const first = await findClusterPort(3)
  expect(await askElsewhere(first)).not.toBe(first)
})

test('a cluster has the documented ports unless others are given', () => {
  expect(hyphaClusterTarget()).toMatchObject({
    servers: ['http://127.0.0.1:8080', 'http://127.0.0.1:8081', 'http://127.0.0.1:8082'],
    health: '/health',
  })
})

async function askElsewhere(from: number): Promise<number> {
  const program = `const { findClusterPort } = await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)})
    console.log(await findClusterPort(1, { from: ${from} }))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  return Number(await text(child.stdout))
}
