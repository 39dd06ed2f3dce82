import type { Journey } from '@benchpress/core'
import { checkOptions } from '../check/check-options.ts'
import { setSchema, type SetJourneyOptions } from './options.ts'
import { repeat } from './repeat.ts'
import { Workload } from './workload.ts'

/**
 * Makes a journey that sets keys.
 *
 * @throws TypeError for unknown or wrong options
 */
export function set(given: SetJourneyOptions): Journey {
  const options = checkOptions(setSchema, given, 'redis.set')
  const { keys, count, order } = options
  const workload = new Workload(options)
  if (order === 'sequential') {
    return repeat(({ redis, iteration }, index) => workload.set(redis, (iteration.globalIndex * count + index) % keys), options)
  }
  return repeat(({ redis, random }) => workload.set(redis, random.int(0, keys - 1)), options)
}
