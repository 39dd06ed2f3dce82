import type { TestSummary } from '../../summary/summary.ts'
import type { Reason } from '../verdict.ts'

/** Whoever answered may not have been the target. */
export function tlsUnverified({ target }: TestSummary): readonly Reason[] {
  if (target.tls === null || target.tls.verified) return []
  return [{ rule: 'tls-unverified', level: 'note', text: `the certificate of ${target.url} was not verified: anyone could have answered` }]
}
