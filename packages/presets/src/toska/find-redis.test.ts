import { afterEach, expect, test, vi } from 'vitest'
import { findRedis } from './find-redis.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('without a redis-server on the PATH it says so', () => {
  vi.stubEnv('PATH', '/nowhere')
  expect(findRedis()).toEqual({ missing: 'there is no redis-server on the PATH' })
})
