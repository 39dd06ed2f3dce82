import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { progressFixture as progress } from '../../../report/test/progress-fixture.ts'
import { captureIo } from '../../test/captured-io.ts'
import { chooseDisplay, createHeartbeatDisplay } from './progress-display.ts'

const nothing = {
  outputs: undefined,
  json: undefined,
  allPercentiles: undefined,
  statusCodes: undefined,
  full: undefined,
  strict: undefined,
  noColor: undefined,
  noGithub: undefined,
  otlp: undefined,
}

test.each([
  ['without progress', { noProgress: true, quiet: undefined }, 'benchpress: no load threads\n'],
  ['with -q', { noProgress: undefined, quiet: true }, ''],
] as const)('%s, a notice is printed once, unless the flags switch it off', (_case, flags, expected) => {
  const captured = captureIo()
  const display = chooseDisplay(captured.io, { ...nothing, ...flags })
  display.update(progress)
  display.update({ ...progress, message: 'no load threads' })
  display.update({ ...progress, message: 'no load threads' })
  display.stop()
  expect(captured.stderr()).toBe(expected)
})

test('the heartbeat is a line each ten seconds, and a notice is printed at once', () => {
  let now = 0
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const display = createHeartbeatDisplay(stream, () => now)
  for (now = 1000; now <= 21_000; now += 1000) display.update({ ...progress, elapsed: now / 1000 })
  display.update({ ...progress, message: 'no load threads' })
  display.update({ ...progress, message: 'no load threads' })
  expect(lines).toEqual([expect.stringContaining('10s of 30s'), expect.stringContaining('20s of 30s'), 'benchpress: no load threads\n'])
})
