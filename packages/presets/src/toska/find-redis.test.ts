import { afterEach, expect, test, vi } from 'vitest'
import { findRedis } from './find-redis.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a redis-server that is not on the PATH is reported as missing', () => {
  vi.stubEnv('PATH', '/nowhere')
  expect(findRedis()).toEqual({ missing: 'there is no redis-server on the PATH' })
})
