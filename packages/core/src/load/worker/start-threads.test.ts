import { expect, test } from 'vitest'
import { startInThread } from './start-threads.ts'
import type { Report } from './thread-messages.ts'

test('a share in the calling thread obeys orders that came before it was loaded', async () => {
  const reports: Report['type'][] = []
  const exits: (string | undefined)[] = []
  const thread = startInThread(
    { worker: 0, run: 'abc', plugins: [], scenarios: [], maxHeaderSize: 16_384 },
    { onReport: ({ type }) => reports.push(type), onExit: (reason) => exits.push(reason) },
  )
  // Without the order it would wait for ever.
  await thread.terminate()
  expect(reports.at(-1)).toBe('done')
  expect(exits).toEqual([undefined])
})
