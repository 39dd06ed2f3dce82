import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedOf, readRecording, replay } from '../../../test/recordings.ts'
import type { ReplayedResponse } from '../../../test/recordings.ts'
import { startToska } from '../src/start-toska.ts'
import type { RunningToska } from '../src/start-toska.ts'

let toska: RunningToska

beforeAll(async () => {
  toska = await startToska({ sync: 'always' })
  for (let key = 0; key < 3; key++) {
    await fetch(`${toska.url}/kv/bench_${key}`, { method: 'PUT', body: JSON.stringify({ value: 'x'.repeat(128) }) })
  }
  // A snapshot was made before the recording, too.
  await (await fetch(`${toska.url}/replication/snapshot`)).arrayBuffer()
})

afterAll(() => toska.close())

test.each(readRecording(new URL('recordings/toska.json', import.meta.url)))(
  'responds as the published program: $method $path',
  async (exchange) => {
    const replayed = await replay(toska.url, exchange)
    expect(comparable(exchange.path, replayed)).toEqual(comparable(exchange.path, expectedOf(exchange)))
  },
)

/** The parts of a response that do not depend on the other contents and the place of the store. */
function comparable(path: string, { status, headers, response }: ReplayedResponse): object {
  const { 'x-toska-snapshot-checksum': checksum, ...others } = headers
  const said = { status, headers: { ...others, ...(checksum !== undefined && { checksum: String(checksum).length }) } }
  // Only the types of paths, sizes and counts.
  if (path === '/stats' || path === '/replication/info' || path === '/health') {
    const fields = Object.entries(JSON.parse(response.replaceAll('<time>', '0')) as object)
    return { ...said, fields: Object.fromEntries(fields.map(([key, value]) => [key, typeof value])) }
  }
  if (path === '/kv/keys') return { ...said, start: response.slice(0, '{"keys":["'.length) }
  if (path === '/replication/snapshot') {
    // The first lines, with keys and checksums replaced.
    const lines = response.split('\n').slice(0, 6)
    return { ...said, lines: lines.map((line) => line.replaceAll(/"(?:[\da-f]{64}|bench_\d+)"/g, '…')) }
  }
  return { ...said, response }
}
