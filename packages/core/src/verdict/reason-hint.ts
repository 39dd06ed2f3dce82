import type { ErrorSummary } from '../summary/summary.ts'

/** What to do about the most frequent reasons for failures of which something can be said, to be put behind them; empty without one. */
export function hintFor(errors: readonly ErrorSummary[]): string {
  const needsCertificate = errors.some(({ reason }) => /ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE)/.test(reason))
  return needsCertificate ? '; the target asks for a client certificate: give tls.cert and tls.key (--cert, --key)' : ''
}
