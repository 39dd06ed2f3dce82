import { expect, test } from 'vitest'
import type { Report } from './thread-messages.ts'
import { runShare } from './run-share.ts'

test('a thread that fails reports it before it is done, after which nothing listens any more', async () => {
  const reports: Report[] = []
  const plugins = [{ name: 'gone', module: 'file:///nowhere/gone.plugin.ts', options: undefined, shared: undefined }]
  await runShare(
    { worker: 0, run: 'abc', secrets: [], plugins, scenarios: [], maxHeaderSize: 16_384 },
    { postMessage: (report) => void reports.push(report), on: () => undefined },
  )
  expect(reports.map(({ type }) => type)).toEqual(['failed', 'snapshot', 'done'])
  expect(reports[0]).toMatchObject({
    message: expect.stringMatching(
      /^plugin gone: load: the plugin module file:\/\/\/nowhere\/gone\.plugin\.ts cannot be loaded: /,
    ) as string,
  })
})
