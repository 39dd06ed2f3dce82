import type { SuiteResult } from '@benchpress/core'
import { account, type Accounting } from './accounting.ts'
import { measureBridge, type MeasuredBridge } from './measured-bridge.ts'
import { reconcile, type ReconciledCount } from './reconcile.ts'
import type { ServerReading } from './server-readings.ts'

/** The findings about one run of the bridge's test. */
export interface BridgeFindings {
  /** 1 for the first run. */
  readonly repeat: number
  readonly measured: MeasuredBridge
  readonly accounting: Accounting
  /** The counts of the bridge beside those of the run; empty where the bridge publishes none. */
  readonly counters: readonly ReconciledCount[]
  /** URL of the counters of the bridge, and why they could not be read. */
  readonly notCompared: { readonly url: string; readonly reason: string } | null
}

/** Evaluates each run that began. */
export function findInBridge({ tests }: SuiteResult, readings: readonly ServerReading[] = []): readonly BridgeFindings[] {
  return tests.flatMap((test, index) => {
    const measured = measureBridge(test)
    const reading = readings[index]
    if (measured === undefined) return []
    const missing = reading?.after.missing
    return {
      repeat: test.repeat,
      measured,
      accounting: account(measured),
      counters: reading === undefined ? [] : reconcile(reading, measured),
      notCompared: reading === undefined || missing === undefined ? null : { url: reading.after.url, reason: missing },
    }
  })
}
