import { afterAll, beforeAll } from 'vitest'
import { ControlConnection } from './control-connection.ts'
import { startRedis, type RedisServer } from './redis-server.ts'

/** A Redis and a control connection for all tests of a `describe`, available from the first test on. */
export interface RedisOfSuite {
  readonly server: RedisServer
  readonly control: ControlConnection
}

/**
 * Starts a Redis before the tests of the `describe` that calls it, and ends it after them.
 *
 * @param args such as `--requirepass`, `secret`
 * @param password of the control connection
 */
export function redisOfSuite(args: readonly string[] = [], password?: string): RedisOfSuite {
  let server: RedisServer | undefined
  let control: ControlConnection | undefined

  beforeAll(async () => {
    server = await startRedis(...args)
    control = await ControlConnection.open(server.port, password)
  })

  afterAll(async () => {
    control?.close()
    await server?.stop()
  })

  return {
    get server() {
      return started(server)
    },
    get control() {
      return started(control)
    },
  }
}

function started<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('no test runs yet')
  return value
}
