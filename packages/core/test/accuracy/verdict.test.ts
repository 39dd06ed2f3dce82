import { describe, expect, test } from 'vitest'
import { run } from '../../src/run/run.ts'
import type { ConnectionsWorkloadConfig } from '../../src/config/workload-config.ts'
import type { Result } from '../../src/run/result.ts'
import { startKnownServer } from '../servers/known-server.ts'

const source = `
const body = '{"hello":"world!"}'
const server = require('node:http').createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}).listen(0, () => console.log('listening on http://localhost:' + server.address().port))
`
const fast = { command: ['node', '-e', source], ready: { log: String.raw`listening on (?<url>\S+)` } }

async function load(workload: ConnectionsWorkloadConfig, workers = 1): Promise<Result> {
  return await run({ target: fast, workers, scenarios: { fast: { request: {}, workload } } })
}

function reasonOf(result: Result, rule: string): string | undefined {
  return result.verdict.reasons.find((reason) => reason.rule === rule)?.text
}

describe('queue depth', () => {
  test('500 connections with 10 in flight each are 5,000 in flight', async () => {
    const result = await load({ connections: 500, pipelining: 10, duration: '3s', warmup: '1s' })
    expect(reasonOf(result, 'queue-depth')).toMatch(/5,000 in flight/)
  })

  test('50 connections with one in flight each are 50', async () => {
    const result = await load({ connections: 50, duration: '3s', warmup: '1s' })
    expect(reasonOf(result, 'queue-depth')).toMatch(/\b50 in flight/)
  })

  test('ten connections to a server that takes 50 ms wait for the server, not in a queue', async () => {
    const server = await startKnownServer({ delays: [50] })
    try {
      const result = await run({ target: server.url, scenarios: { slow: { request: {}, workload: { connections: 10, duration: '2s' } } } })
      expect(reasonOf(result, 'queue-depth')).toBeUndefined()
    } finally {
      await server.close()
    }
  })
})

describe('the generator', () => {
  test('is named when something burns the CPU of its thread', async () => {
    const burning = setInterval(() => {
      const until = performance.now() + 40
      while (performance.now() < until);
    }, 1)
    try {
      const result = await load({ connections: 10, duration: '2s' }, 0)
      expect(reasonOf(result, 'generator-saturated')).toMatch(/^the calling thread was busy \d/)
      expect(result.verdict.level).toBe('invalid')
      expect(result.limitedBy).toMatch(/generator/)
    } finally {
      clearInterval(burning)
    }
  })

  test('is not when it has little to do', async () => {
    const server = await startKnownServer({ delays: [10] })
    try {
      const result = await run({ target: server.url, scenarios: { easy: { request: {}, workload: { connections: 10, duration: '2s' } } } })
      expect(reasonOf(result, 'generator-saturated')).toBeUndefined()
      // What other programs do on the machine is not the run's own.
      const own = result.verdict.reasons.filter(({ rule, level }) => level !== 'note' && rule !== 'busy-machine' && rule !== 'shared-cores')
      expect(own).toEqual([])
    } finally {
      await server.close()
    }
  })
})
