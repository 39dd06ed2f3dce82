import type { ErrorSummary } from '../summary/summary.ts'

const hints: readonly (readonly [reason: RegExp, hint: string])[] = [
  [
    /ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE)/,
    'the target asks for a client certificate: give tls.cert and tls.key (--cert, --key)',
  ],
  [/EMFILE/, 'this process may open no more files, which is not the target: raise "ulimit -n", or use fewer users'],
  [/ENFILE/, 'this machine may open no more files, which is not the target: raise fs.file-max, or use fewer users'],
  [/EADDRNOTAVAIL/, 'this machine has no local port left, which is not the target: use fewer connections, or keep them open'],
]

/** What to do about the most frequent reasons for failures of which something can be said, to be put behind them; empty without one. */
export function hintFor(errors: readonly Pick<ErrorSummary, 'reason'>[]): string {
  return hints
    .filter(([known]) => errors.some(({ reason }) => known.test(reason)))
    .map(([, hint]) => `; ${hint}`)
    .join('')
}
