import { createTestUser, type TestUser, type TestUserOptions } from '@benchpress/core/testing'
import { isIP } from 'node:net'
import { onTestFinished } from 'vitest'
import { countsByTag, countTimed } from '../counts-by-tag.ts'
import { startOddServer } from '../servers/odd-server.ts'
import { redis, type RedisOptions } from '../../src/index.ts'

/** The address of a server: a port of this machine, or the path of a socket. */
export type Place = { readonly port: number; readonly host?: string } | { readonly unix: string }

/** Creates a user of a server, who leaves when the test ends. */
export async function connectedUser(
  place: Place,
  options: RedisOptions = {},
  around: Pick<TestUserOptions, 'env' | 'clock'> = {},
): Promise<TestUser> {
  const { host = '127.0.0.1' } = 'unix' in place ? {} : place
  const user = await createTestUser(redis(options), {
    // A test needs a target that accepts connections, which may be another server.
    target: `http://127.0.0.1:${await startOddServer(() => undefined)}`,
    shared: 'unix' in place ? place : { host: isIP(host) === 0 ? '127.0.0.1' : host, port: place.port, name: host, target: null },
    ...around,
  })
  onTestFinished(async () => await user.leave())
  return user
}

/** The counts of a metric by its tag. */
export function countsOf(user: TestUser, metric: string): Readonly<Record<string, number>> {
  return countsByTag(user.recorded().metrics[metric])
}

/** Number of commands with a time, by name. */
export function timedOf(user: TestUser): Readonly<Record<string, number>> {
  return countTimed(user.recorded().pluginRequests)
}

/** Resolves with the error of a promise. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}
