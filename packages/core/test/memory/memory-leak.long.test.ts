import { expect, test } from 'vitest'
import '../../src/vitest/index.ts'
import { soak } from './soak.ts'

// The same, twenty times each: `npm run prove -- leaking-server`.
test.concurrent('a server that leaks 50 KB a second is found in a soak of a minute', async () => {
  expect(await soak({ bytesPerSecond: 50_000 })).toLeakMemory()
})

test.concurrent('a steady server is not taken for one that leaks', async () => {
  expect(await soak({ bytesPerSecond: 0 })).not.toLeakMemory()
})
