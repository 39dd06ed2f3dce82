import { expect, test, vi } from 'vitest'
import { evaluate, source } from '../../../test/result/threshold/evaluate-fixture.ts'
import { totalsOf } from '../../../test/result/threshold/totals-fixture.ts'

test('only a threshold on times reads the times of a running test, which closes its windows', () => {
  const totals = totalsOf()
  const read = vi.spyOn(totals.windows, 'whole', 'get')
  evaluate('http_failed', 'rate < 1%', [source(totals)])
  evaluate('http_requests', 'count > 0', [source(totals)])
  expect(read).not.toHaveBeenCalled()
  evaluate('http_response_time', 'p50 < 1s', [source(totals)])
  expect(read).toHaveBeenCalled()
})
