import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'

test('reads all flags', () => {
  const line =
    '--port 8081 --host ::1 --base-path /bridge/ --ids hex64 --heartbeat-interval 500ms --require-ttl --max-ttl 300 ' +
    '--inbox-limit 20 --body-limit 4096 --metrics-port 9103'
  expect(readCommandLine(line.split(' '), {})).toEqual({
    options: {
      port: 8081,
      host: '::1',
      basePath: '/bridge',
      ids: 'hex64',
      heartbeatInterval: 0.5,
      requireTtl: true,
      maxTtl: 300,
      inboxLimit: 20,
      bodyLimit: 4096,
      metricsPort: 9103,
    },
  })
})

test('leaves the defaults to the bridge', () => {
  expect(readCommandLine([], { PATH: '/bin', BRIDGE_PORT: '' })).toEqual({ options: {} })
  expect(readCommandLine(['--base-path', '/'], {})).toEqual({ options: { basePath: '' } })
})

test('reads variables, which flags overrule', () => {
  const env = { BRIDGE_PORT: '1', BRIDGE_REQUIRE_TTL: 'false', BRIDGE_HEARTBEAT_INTERVAL: '2m' }
  expect(readCommandLine(['--port=2'], env)).toEqual({ options: { port: 2, requireTtl: false, heartbeatInterval: 120 } })
})

test.each([
  [['--port'], '--port needs a value, such as --port 8081'],
  [['--heartbeat-interval', '0s'], '--heartbeat-interval: "0s" is not a time such as 10s, 500ms or 1m'],
  [['--max-ttl', '0'], '--max-ttl: "0" is not a whole number from 1 to 65535'],
  [['--inbox-limit', '1.5'], '--inbox-limit: "1.5" is not a whole number from 1 on'],
  [['--require-ttl=yes'], '--require-ttl: "yes" is not true or false'],
])('names what is wrong with %j', (args, problem) => {
  expect(readCommandLine(args, {})).toEqual({ problems: [problem] })
})
