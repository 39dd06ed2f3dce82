import type { Journey } from '@benchpress/core'
import { checkOptions } from '../check/check-options.ts'
import { mixedSchema, type MixedJourneyOptions } from './options.ts'
import { repeat } from './repeat.ts'
import { Workload } from './workload.ts'

/**
 * Makes a journey that gets keys at random, checked as by `get`, and sets them.
 *
 * @throws TypeError for unknown or wrong options
 */
export function mixed(given: MixedJourneyOptions): Journey {
  const options = checkOptions(mixedSchema, given, 'redis.mixed')
  const { keys, reads } = options
  const workload = new Workload(options)
  return repeat(({ redis, random }) => {
    const isRead = random.next() < reads
    const index = random.int(0, keys - 1)
    return isRead ? workload.get(redis, index) : workload.set(redis, index)
  }, options)
}
