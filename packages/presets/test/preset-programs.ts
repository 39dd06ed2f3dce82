import type { Reason } from '@benchpress/core'
import { invalidReasons } from '@benchpress/core/testing'
import { expect } from 'vitest'
import { startBridge } from '../../../examples/bridge/src/index.ts'
import { Registry, type Breakage } from '../../../examples/hypha/src/registry.ts'
import { startAuctions } from '../../../examples/nestjs/test/start-auctions.ts'
import { startToska } from '../../../examples/toska/src/index.ts'
import { call } from '../../cli/test/captured-io.ts'
import { startServer } from '../../cli/test/start-server.ts'

/** A running program for a preset to test. */
export interface Program {
  readonly url: string
  close(): Promise<void>
}

/** A part of a preset, small enough for a test. */
export interface PresetPart {
  readonly preset: string
  /** Starts a correct program. */
  start(): Promise<Program>
  /** The number of chunks from clients after which the program is restarted, in the middle of the load. */
  readonly after: number
  readonly flags: readonly string[]
  /** Milliseconds for which the program is away, where its users wait before they connect again. */
  readonly away?: number
}

/** Every part that takes one URL; the parts of a cluster take several servers. */
export const presetParts: readonly PresetPart[] = [
  { preset: 'deserve', start: startDeserve, after: 200, flags: ['-c', '5', '-p', '1', '-d', '2s', '--runs', '1'] },
  { preset: 'hypha:single', start: async () => await startHypha(), after: 1900, flags: ['--scale', '0.01', '--mode', 'batch'] },
  { preset: 'hypha:max', start: async () => await startHypha(), after: 600, flags: ['--scale', '0.02', '--mode', 'batch'] },
  { preset: 'hypha:endpoints', start: async () => await startHypha(), after: 100, flags: ['--scale', '0.2', '--mode', 'batch'] },
  { preset: 'hypha:burst', start: async () => await startHypha(), after: 300, flags: ['--scale', '0.02', '--mode', 'batch'] },
  { preset: 'toska:kv', start: startToska, after: 60, flags: ['--users', '8', '-d', '2s'] },
  { preset: 'toska:replication', start: startToska, after: 40, flags: ['--users', '8', '-d', '2s'] },
  { preset: 'toska:redis', start: startToska, after: 100, flags: ['--users', '8', '-d', '2s', '--key-space', '20'] },
  { preset: 'bridge', start: startBridge, after: 40, flags: ['--scale', '0.005', '-d', '4s'] },
  // With these seeds no user reads for 10 s or stays for a minute.
  { preset: 'nestjs:load', start: startService, after: 45, flags: ['--scale', '0.17', '-d', '3s', '--seed', '10'] },
  { preset: 'nestjs:websocket', start: startService, after: 27, away: 2000, flags: ['--scale', '0.05', '-d', '5s', '--seed', '395'] },
  { preset: 'nestjs:max', start: startService, after: 100, flags: ['--scale', '0.1', '-d', '3s'] },
]

/** Starts a server of services, correct or with a fault: status 200 and wrong bodies for functions of several arguments. */
export async function startHypha(breakage?: Breakage): Promise<Program> {
  const registry = new Registry({ break: breakage })
  return await startServer(({ method = 'GET', url: target = '/' }, response) => {
    const { status, headers, body } = registry.respond({ method, target, body: '' })
    response.writeHead(status, headers).end(body)
  })
}

async function startDeserve(): Promise<Program> {
  return await startServer((_request, response) => response.setHeader('content-type', 'application/json').end('{"hello":"world!"}'))
}

async function startService(): Promise<Program> {
  const { url, stop } = await startAuctions()
  return { url, close: async () => void (await stop()) }
}

/** A test in the JSON of a preset. */
export interface ToldTest {
  readonly name: string
  readonly variant: string
  readonly absences: readonly { readonly from: number; readonly to: number | null; readonly broken: number; readonly refused: number }[]
  readonly scenarios: readonly ToldScenario[]
  readonly metrics: Readonly<Record<string, { readonly values?: { readonly max: number } }>>
  readonly thresholds: readonly { readonly selector: string; readonly passed: boolean; readonly inconclusive: object | null }[]
  readonly verdict: { readonly level: string; readonly reasons: readonly Pick<Reason, 'rule' | 'level' | 'text'>[] }
}

interface ToldRequests {
  readonly counts: { readonly started: number; readonly outcomes: Readonly<Record<string, number>> }
}

interface ToldScenario extends ToldRequests {
  readonly name: string
  readonly responseTime: { readonly max: number }
  readonly serviceTime: { readonly max: number }
  readonly users: { readonly httpWaiting: { readonly max: number }; readonly pluginRequests: readonly ToldRequests[] } | null
}

/** The requests of a test, over HTTP and of plugins. */
function requestsOf({ scenarios }: ToldTest): readonly ToldRequests[] {
  return scenarios.flatMap((scenario) => [scenario, ...(scenario.users?.pluginRequests ?? [])]).filter(({ counts }) => counts.started > 0)
}

/** The outcome of a part. */
export interface RanPreset {
  readonly code: number
  readonly tests: readonly ToldTest[]
  /** The printed JSON. */
  readonly stdout: string
}

/** Runs a part against a URL in this process, and reads its JSON. */
export async function runPreset({ preset, flags }: Pick<PresetPart, 'preset' | 'flags'>, url: string): Promise<RanPreset> {
  const { code, stdout } = await call(['preset', preset, '--url', url, '-w', '0', '--json', ...flags])
  return { code, stdout, tests: stdout === '' ? [] : (JSON.parse(stdout) as { readonly tests: readonly ToldTest[] }).tests }
}

/** The exit code that follows from the JSON of a run: 97 for an invalid one, 99 for a failed threshold, 97 for an inconclusive one. */
export function codeOf(tests: readonly ToldTest[]): number {
  const thresholds = tests.flatMap((each) => each.thresholds).filter(({ passed }) => !passed)
  if (tests.some(({ verdict }) => verdict.level === 'invalid')) return 97
  if (thresholds.some(({ inconclusive }) => inconclusive === null)) return 99
  return thresholds.length > 0 ? 97 : 0
}

/**
 * Expects a run against a correct program to report no fault of it: no failed threshold, only right responses, no absence, and an invalid verdict only because
 * of the machine.
 */
export function expectRight({ code, tests }: Pick<RanPreset, 'code' | 'tests'>): void {
  expect(code).toBe(codeOf(tests))
  expect(tests.flatMap(({ verdict }) => invalidReasons(verdict.reasons))).toEqual([])
  expect(tests.flatMap(({ thresholds }) => thresholds).filter(({ passed, inconclusive }) => !passed && inconclusive === null)).toEqual([])
  expect(tests.flatMap(({ absences }) => absences)).toEqual([])
  expect(tests).not.toEqual([])
  for (const each of tests) {
    const requests = requestsOf(each)
    expect(requests).not.toEqual([])
    for (const { counts } of requests) {
      const { ok = 0, aborted = 0, timeout = 0 } = counts.outcomes
      expect(ok).toBeGreaterThan(0)
      expect(counts.started - ok - aborted - timeout).toBe(0)
    }
  }
}
