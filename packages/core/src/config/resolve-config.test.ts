import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cert, issuesOf, messageOf, minimal, withJourney, withRequest, withWorkload } from '../../test/config-fixture.ts'
import { resolveConfig } from './resolve-config.ts'

describe('a minimal config', () => {
  test('a minimal config gets every default', () => {
    expect(resolveConfig(minimal)).toEqual({
      name: 'test',
      target: { kind: 'url', url: 'http://localhost:3000' },
      scenarios: [
        {
          kind: 'requests',
          name: 'reads',
          requests: [
            { method: 'GET', path: '/', headers: {}, body: undefined, form: undefined, expect: { status: undefined, body: undefined } },
          ],
          order: 'in-turn',
          workload: {
            kind: 'connections',
            connections: 10,
            pipelining: 1,
            refill: 'each',
            duration: 10e6,
            requests: undefined,
            startAfter: 0,
            warmup: 0,
            gracefulStop: 10e6,
          },
          uniqueIds: false,
          reconnectAfter: undefined,
          bailout: undefined,
          abortIfRateBelow: undefined,
        },
      ],
      thresholds: [],
      plugins: [],
      metrics: {},
      env: {},
      secrets: [],
      seed: expect.any(Number),
      workers: 1,
      timing: 'auto',
      timeout: 10e6,
      connectTimeout: 10e6,
      maxHeaderSize: 16_384,
      tls: { insecure: false },
      trustedOrigins: [],
      dns: { select: 'rotate', ttl: undefined },
      unixSocket: undefined,
      sweep: null,
    })
  })

  test('a key of a config with the value undefined counts as not given', () => {
    const reads = { request: {}, journey: undefined, journeys: undefined, workload: { connections: 10, users: undefined, rate: undefined } }
    const spelledOut = { ...minimal, scenarios: { reads }, seed: 1, name: undefined, workers: undefined, tls: { cert: undefined } }
    expect(resolveConfig(spelledOut)).toEqual(resolveConfig({ ...minimal, seed: 1 }))
  })
})

describe('all issues', () => {
  test('all issues of a config are reported at once, each with its path, the received value and what to do', () => {
    const input = {
      target: 'ftp://localhost',
      conections: 5,
      timeout: 0,
      tls: { cert },
      scenarios: {
        reads: { request: { method: 'GTE', path: 'items' }, workload: { conections: 500, requests: 0.5, duration: 'soon' } },
        'write all': { request: [{ body: '', json: {} }], workload: { connections: 0, warmup: -1 } },
      },
    }
    expect(messageOf(input).split('\n')).toEqual([
      'target: must be an http or https URL, ftp cannot be tested (was "ftp://localhost")',
      'scenarios.reads.request.method: is not a method of HTTP (was "GTE"); did you mean "GET"?',
      'scenarios.reads.request.path: must start with "/" (was "items")',
      'scenarios.reads.workload.duration: must be a time such as "30s", "1m30s" or "250ms", or a number of seconds (was "soon")',
      'scenarios.reads.workload.requests: must be a whole number (was 0.5)',
      'scenarios.reads.workload: unknown key "conections"; did you mean "connections"?',
      'scenarios.reads.workload: duration and requests cannot be given together; either one ends the workload',
      'scenarios.write all.request[0]: body and json cannot be given together; a request has one body',
      'scenarios.write all.workload.connections: must be at least 1 (was 0)',
      'scenarios.write all.workload.warmup: must be a time such as "30s", "1m30s" or "250ms", or a number of seconds (was -1)',
      'scenarios: "write all" is not a name; letters, digits, "_", "-", "." and ":" are allowed',
      'timeout: must be longer than 0 (was 0)',
      `tls: cert needs key; give the client certificate's private key`,
      'unknown key "conections"; known are name, target, plugins, scenarios, thresholds, metrics, env, secrets, seed, workers, timing, timeout, connectTimeout, maxHeaderSize, tls, trustedOrigins, dns, unixSocket, sweep',
    ])
  })

  test('issues across fields of a config are found even when single fields are wrong', () => {
    const message = messageOf({ ...withWorkload({ connections: 500, requests: 100, pipelining: 'x' }), workers: 1000 })
    expect(message).toContain('connections (500) cannot be greater than requests (100)')
    expect(message).toContain('pipelining: must be a number (was "x")')
    expect(message).toContain('workers (1000) cannot be greater than connections (500)')
  })

  test('the issues of a config are separate in the error', () => {
    expect(issuesOf({ ...minimal, workers: -1, naem: 'x' })).toEqual([
      { path: 'workers', message: 'must be at least 0 (was -1)' },
      { path: '', message: 'unknown key "naem"', hint: 'did you mean "name"?' },
    ])
  })

  test.each([undefined, null, 5, 'http://localhost:3000', [], () => minimal])('%s is refused as a config', (input) => {
    expect(messageOf(input)).toMatch(/^must be an object \(was .+\)$/)
  })

  test('the issues of a config are in our own words, whatever is given', () => {
    const keys = fc.constantFrom(
      'target',
      'scenarios',
      'reads',
      'workload',
      'request',
      'tls',
      'command',
      'ready',
      'form',
      'type',
      'ca',
      'body',
      'expect',
      'status',
      'journey',
      'journeys',
      'module',
      'options',
      'weight',
      'pool',
      'users',
      'rate',
      'stages',
      'of',
      'steps',
      'to',
      'batch',
      'iterations',
      'each',
      'threshold',
      'secrets',
      'plugins',
    )
    const { config } = fc.letrec((tie) => ({
      config: fc.oneof(
        { maxDepth: 4 },
        fc.anything(),
        fc.dictionary(keys, tie('config'), { maxKeys: 4 }),
        fc.array(tie('config'), { maxLength: 2 }),
      ),
    }))
    fc.assert(
      fc.property(config, (value) => {
        for (const input of [
          value,
          { ...minimal, target: value },
          { ...minimal, scenarios: { reads: value } },
          withRequest(value),
          withWorkload(value),
          withJourney(value),
          { ...minimal, scenarios: { buying: { journeys: value, workload: { stages: value }, connections: value } } },
          { ...minimal, plugins: value, tls: value, thresholds: value, metrics: value, env: value, secrets: value, seed: value },
        ]) {
          expect(outcomeOf(input)).not.toMatch(/invalid input|\bexpected\b|\breceived\b/i)
        }
      }),
      { numRuns: 150 },
    )
  })
})

function outcomeOf(input: unknown): string {
  return issuesOf(input)
    .map(({ message, hint }) => `${message} ${hint ?? ''}`.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'))
    .join('\n')
}
