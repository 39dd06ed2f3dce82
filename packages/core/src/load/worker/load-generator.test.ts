import { expect, test } from 'vitest'
import { LocalGenerator } from './load-generator.ts'
import type { Report } from './thread-messages.ts'

test('a share in the calling thread obeys orders that came before it was loaded', async () => {
  const reports: Report['type'][] = []
  const exits: [worker: number, reason: string | undefined][] = []
  const exited = Promise.withResolvers<undefined>()
  const shares = new LocalGenerator({ workers: 0, timing: 'coarse' }).start(
    [{ worker: 0, run: 'abc', secrets: [], plugins: [], scenarios: [], maxHeaderSize: 16_384 }],
    {
      onReport: (_worker, { type }) => reports.push(type),
      onExit: (...exit) => {
        exits.push(exit)
        exited.resolve(undefined)
      },
    },
  )
  // Without the order it would wait for ever.
  shares.terminate(0)
  await exited.promise
  expect(reports.at(-1)).toBe('done')
  expect(exits).toEqual([[0, undefined]])
})
