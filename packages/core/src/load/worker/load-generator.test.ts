import { expect, test } from 'vitest'
import { LocalGenerator } from './load-generator.ts'
import type { Report } from './thread-messages.ts'

test('a share in the calling thread obeys orders that came before it was loaded', async () => {
  const reports: Report['type'][] = []
  const exited = Promise.withResolvers<string | undefined>()
  const shares = new LocalGenerator({ workers: 0, timing: 'coarse' }).start(
    [{ worker: 0, run: 'abc', plugins: [], scenarios: [], maxHeaderSize: 16_384 }],
    { onReport: (_worker, { type }) => reports.push(type), onExit: (_worker, reason) => exited.resolve(reason) },
  )
  // Without the order it would wait for ever.
  shares.terminate(0)
  expect(await exited.promise).toBeUndefined()
  expect(reports.at(-1)).toBe('done')
})
