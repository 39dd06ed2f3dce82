import { createTestUser, type TestUser, type TestUserOptions } from '@benchpress/core/testing'
import { isIP } from 'node:net'
import { onTestFinished } from 'vitest'
import { countsByTag, countTimed } from '../counts-by-tag.ts'
import { startOddServer } from '../servers/odd-server.ts'
import { redis, type RedisOptions } from '../../src/index.ts'

/** Where a user's server is: a port of this machine, or the path of a socket. */
export type Place = { readonly port: number; readonly host?: string } | { readonly unix: string }

/** A user of a server, who leaves when the test ends. */
export async function connectedUser(
  place: Place,
  options: RedisOptions = {},
  around: Pick<TestUserOptions, 'env' | 'clock'> = {},
): Promise<TestUser> {
  const { host = '127.0.0.1' } = 'unix' in place ? {} : place
  const user = await createTestUser(redis(options), {
    // A test has a target that takes connections, be it another server.
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

/** How many of its commands have a time, by their names. */
export function timedOf(user: TestUser): Readonly<Record<string, number>> {
  return countTimed(user.recorded().pluginRequests)
}

/** What a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}
