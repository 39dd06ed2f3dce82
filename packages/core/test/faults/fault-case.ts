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
 * Runs all modes of a fault side by side, and expects what holds for every run: all requests have one outcome each, and the server saw these and no others.
 *
 * Returns the reasons of the rule that names the fault, in the order of the modes.
 */
export async function runFault({
  modes: names,
  isSecure = false,
  request,
  timeout = '5s',
  rule,
  outcomes = {},
  ...fault
}: FaultCase): Promise<readonly Omit<Reason, 'rule'>[]> {
  const server = await FaultServer.start(fault, isSecure)
  try {
    const tls = isSecure ? { tls: { insecure: true } } : {}
    const scenarios = Object.fromEntries(names.map((name) => [name, modes[name](request)]))
    const result = await run({ target: server.url, ...tls, workers: 0, timeout, scenarios })
    let [mostRead, isExact] = [0, true]
    for (const { name, counts, retried } of result.scenarios) {
      expect([name, counts.started, sumOutcomes(counts.outcomes)]).toEqual([name, requestsOfMode, requestsOfMode])
      expect({ name, ...counts.outcomes }).toMatchObject(outcomes)
      mostRead += counts.started + retried
      isExact &&= counts.outcomes.ok === counts.started
    }
    // The server need not read a request on a connection that closes.
    expect(server.requests).toBeLessThanOrEqual(mostRead)
    expect(server.requests).toBeGreaterThanOrEqual(isExact ? mostRead : 0)
    const { reasons } = result.verdict
    expect(reasons.filter((reason) => reason.rule === 'identity')).toEqual([])
    const named = reasons.filter((reason) => reason.rule === rule)
    return names.length === 1 ? named : names.flatMap((name) => reasonsOf(name, named))
  } finally {
    server.close()
  }
}

// With several scenarios, each reason begins with the name of its own.
function reasonsOf(mode: string, reasons: readonly Reason[]): readonly Omit<Reason, 'rule'>[] {
  const start = `${mode}: `
  return reasons.filter(({ text }) => text.startsWith(start)).map(({ level, text }) => ({ level, text: text.slice(start.length) }))
}
