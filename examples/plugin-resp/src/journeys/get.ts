import type { Journey } from '@benchpress/core'
import { checkOptions } from '../check/check-options.ts'
import { getSchema, type GetJourneyOptions } from './options.ts'
import { repeat } from './repeat.ts'
import { Workload } from './workload.ts'

/**
 * Makes a journey that gets keys at random, and checks that each has the value that `set` writes.
 *
 * @throws TypeError for unknown or wrong options
 */
export function get(given: GetJourneyOptions): Journey {
  const options = checkOptions(getSchema, given, 'redis.get')
  const workload = new Workload(options)
  return repeat(({ redis, random }) => workload.get(redis, random.int(0, options.keys - 1)), options)
}
