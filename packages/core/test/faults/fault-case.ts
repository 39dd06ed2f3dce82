import { expect } from 'vitest'
import type { RequestConfig } from '../../src/load/http/request-config.ts'
import { sumOutcomes, type OutcomeCounts } from '../../src/model/metrics/outcome.ts'
import type { Reason } from '../../src/result/verdict/verdict.ts'
import { run } from '../../src/run/api.ts'
import { modes, requestsOfMode, type Mode } from './fault-modes.ts'
import { FaultServer, type Fault } from './fault-server.ts'

/** A fault, and the reason of the verdict that names it. */
export interface FaultCase extends Fault {
  readonly name: string
  readonly modes: readonly Mode[]
  readonly isSecure?: boolean
  readonly request?: RequestConfig
  readonly timeout?: string
  readonly rule: string
  readonly level: Reason['level']
  readonly says: RegExp
  readonly outcomes?: Partial<OutcomeCounts>
}

/**
 * Runs a mode against a fault, and expects what holds for every run: all requests have one outcome each, and the server saw these and no others.
 *
 * Returns the reasons of the rule that names the fault.
 */
export async function runFault(
  { isSecure = false, request, timeout = '5s', rule, outcomes = {}, ...fault }: FaultCase,
  mode: Mode,
): Promise<readonly Reason[]> {
  const server = await FaultServer.start(fault, isSecure)
  try {
    const tls = isSecure ? { tls: { insecure: true } } : {}
    const result = await run({ target: server.url, ...tls, workers: 0, timeout, scenarios: { faulty: modes[mode](request) } })
    const { counts, retried } = result.scenario('faulty')
    expect([counts.started, sumOutcomes(counts.outcomes)]).toEqual([requestsOfMode, requestsOfMode])
    expect(counts.outcomes).toMatchObject(outcomes)
    // The server need not read a request on a connection that closes.
    const mostRead = counts.started + retried
    expect(server.requests).toBeLessThanOrEqual(mostRead)
    expect(server.requests).toBeGreaterThanOrEqual(counts.outcomes.ok === counts.started ? mostRead : 0)
    const { reasons } = result.verdict
    expect(reasons.filter((reason) => reason.rule === 'identity')).toEqual([])
    return reasons.filter((reason) => reason.rule === rule)
  } finally {
    server.close()
  }
}
