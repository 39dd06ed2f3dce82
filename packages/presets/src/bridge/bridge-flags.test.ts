import { describe, expect, test } from 'vitest'
import { call } from '../../../cli/test/captured-io.ts'

describe('the flags of preset bridge', () => {
  test.each([
    [['--churn', '2'], '--churn 2: must be a number from 0 to 1, such as 0.01'],
    [['--subscribers', '0'], '--subscribers 0: must be at least 1'],
    [['--id-format', 'hex'], '--id-format hex: must be "any" or "hex64"'],
    [['--token', 'abc'], '--token: must be at least 4 printable characters without spaces'],
    [['-c', '5'], '--connections: a subscriber holds one connection, a sender has one of its own\n  Give --subscribers, or --max-users'],
    [['--users', '5'], '--users: there are subscribers and senders\n  Give --subscribers'],
    [['-p', '5'], '--pipelining: a sender has one message at a time'],
    [['-n', '5'], '--requests: subscribers hold their connections for a time\n  Give -d and -r.'],
    [['-W', '5'], '--warmup: subscribers are there before the first message'],
    [['-D', '5'], '--reconnect-after: subscribers reconnect by chance, as documented\n  Give --churn.'],
    [['-m', 'GET'], '--method: the requests are those of the preset\n  Leave it out.'],
    [['-b', 'hello'], '--body: the requests are those of the preset'],
    [['-H', 'a: b'], '--header: the requests are those of the preset'],
  ])('%j is refused with a reason', async (args, message) => {
    const { code, stdout, stderr } = await call(['preset', 'bridge', '--url', 'http://127.0.0.1:1', ...args])
    expect(stderr).toContain(`benchpress: ${message}`)
    expect([code, stdout]).toEqual([2, ''])
  })

  test('are refused by other presets, with the name of their own preset', async () => {
    const { code, stderr } = await call(['preset', 'deserve', '--subscribers', '10', '--resume'])
    expect(stderr).toBe(
      'benchpress: --subscribers: preset deserve has no such flag\n  It belongs to preset bridge.\n' +
        'benchpress: --resume: preset deserve has no such flag\n  It belongs to preset bridge.\n',
    )
    expect(code).toBe(2)
  })

  test('the flags are in the help, under the name of the preset', async () => {
    const { stdout } = await call(['preset', '--help'])
    expect(stdout).toMatch(/Preset bridge alone:\n\s+--subscribers <count>/)
    expect(stdout).not.toContain('--method')
  })
})
