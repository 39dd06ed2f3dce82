import type { ErrorSummary } from '../summary/summary.ts'

const hints: readonly (readonly [reason: RegExp, hint: string])[] = [
  [
    /ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE)/,
    'the target asks for a client certificate: give tls.cert and tls.key (--cert, --key)',
  ],
]

/** What to do about the most frequent reasons for failures of which something can be said, to be put behind them; empty without one. */
export function hintFor(errors: readonly Pick<ErrorSummary, 'reason'>[]): string {
  return hints
    .filter(([known]) => errors.some(({ reason }) => known.test(reason)))
    .map(([, hint]) => `; ${hint}`)
    .join('')
}
