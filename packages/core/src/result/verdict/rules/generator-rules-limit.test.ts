import { describe, expect, test } from 'vitest'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import { generatorLimit } from './generator-rules.ts'
import {
  countsFixture,
  pluginRequestsFixture,
  scenarioFixture,
  summaryFixture,
  usersFixture,
  usersScenarioFixture,
  limitText,
} from '../../../../test/result/verdict/summary-fixture.ts'

function limitedScenario(codes: readonly string[], parts: Partial<ScenarioSummary> = {}): ScenarioSummary {
  const errors = codes.map((reason) => ({ outcome: 'local_error' as const, reason, endpoint: 'GET /', count: 1, first: 0, last: 1 }))
  return scenarioFixture({ counts: countsFixture({ ok: 9999, local_error: 1 }), errors, ...parts })
}

describe('a limit of the generator', () => {
  test.each([
    ['EMFILE', 'this process may open no more files (EMFILE)', 'ulimit -n'],
    ['ENFILE', 'this machine may open no more files (ENFILE)', 'fs.file-max'],
    ['EADDRNOTAVAIL', 'this machine has no local port left (EADDRNOTAVAIL)', 'net.ipv4.ip_local_port_range'],
    ['ENOBUFS', 'the kernel has no buffer left for sockets (ENOBUFS)', 'net.ipv4.tcp_mem'],
    ['ENOMEM', 'the kernel has no memory left for sockets (ENOMEM)', 'more memory'],
    ['EPERM', 'a firewall of this machine lets no more packets out (EPERM)', 'net.netfilter.nf_conntrack_max'],
  ])('a limit of the generator makes the result invalid by one request, and names what to raise: %s', (code, limit, remedy) => {
    const [reason] = generatorLimit(summaryFixture({ scenarios: [limitedScenario([code])] }))
    expect(reason).toMatchObject({ rule: 'generator-limit', level: 'invalid' })
    expect(reason?.text).toContain(`1 of 10,000 requests ended as local_error; ${limit}, which is not the target: `)
    expect(reason?.text).toContain(remedy)
  })

  test('each limit of the generator is named once', () => {
    const [reason] = generatorLimit(summaryFixture({ scenarios: [limitedScenario(['EMFILE', 'ENOBUFS', 'EMFILE'])] }))
    expect(reason?.text.match(/EMFILE|ENOBUFS/g)).toEqual(['EMFILE', 'ENOBUFS'])
  })

  test('a limit of the generator is what the throughput is limited by, before anything that it causes', () => {
    const summary = summaryFixture({ scenarios: [limitedScenario(['EMFILE'], { counts: countsFixture({ ok: 1, local_error: 99 }) })] })
    expect(limitText(summary)).toBe('generator: a limit of this machine kept 99 requests from being sent')
  })

  test('a limit of the generator counts the requests of plugins, too', () => {
    const failed = [{ endpoint: null, outcome: 'local_error', reason: 'websocket refused: EMFILE', count: 3, first: 0, last: 1 }] as const
    const pluginRequests = [pluginRequestsFixture({ ok: 7, local_error: 3 }, { errors: failed })]
    const scenario = usersScenarioFixture({ counts: countsFixture({}), users: usersFixture({ pluginRequests }) })
    const [reason] = generatorLimit(summaryFixture({ scenarios: [scenario] }))
    expect(reason).toMatchObject({ level: 'invalid' })
    expect(reason?.text).toMatch(/^3 of 10 requests ended as local_error; this process may open no more files \(EMFILE\)/)
  })

  test('a limit of the generator that was reached in the warm-up alone is a note', () => {
    const { warmup, ...rest } = scenarioFixture()
    const phase = { ...rest, ...warmup, counts: countsFixture({ ok: 90, local_error: 10 }) }
    expect(generatorLimit(summaryFixture({ scenarios: [scenarioFixture({ warmup: phase })] }))).toEqual([
      { rule: 'generator-limit', level: 'note', text: '10 requests of the warm-up ended as local_error, which is not the target' },
    ])
    expect(generatorLimit(summaryFixture())).toEqual([])
  })
})
