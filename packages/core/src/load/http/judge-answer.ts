import { outcomeIndex } from '../../model/metrics/outcome.ts'
import type { ResolvedExpect } from './request-config.ts'

const { ok, http_error: httpError, check_failed: checkFailed } = outcomeIndex

/**
 * The outcome of each status from 0 to 999 for one request, as an index into `outcomes`.
 *
 * An accepted status is `ok`. Any other is `http_error` from 400 on, and `check_failed` below: the server was content, the request's `expect` was not.
 */
export function judgeStatuses(expect: ResolvedExpect): Uint8Array {
  return Uint8Array.from({ length: 1000 }, (_, status) => {
    const isAccepted = expect.status === undefined ? status >= 200 && status < 400 : expect.status.includes(status)
    return isAccepted ? ok : status >= 400 || expect.status === undefined ? httpError : checkFailed
  })
}
