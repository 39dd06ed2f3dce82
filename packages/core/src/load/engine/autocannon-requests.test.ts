import { expect, test } from 'vitest'
import type { ResolvedRequest } from '../http/request-config.ts'
import { buildRequests } from './autocannon.ts'

const plain = { path: '/', headers: {}, body: undefined, form: undefined, expect: { status: undefined, body: undefined } }

/** The length of its body that each of these requests states. */
async function lengthsOf(requests: readonly Pick<ResolvedRequest, 'method' | 'body'>[]): Promise<(string | undefined)[]> {
  const built = await buildRequests({ url: 'http://127.0.0.1', requests: requests.map((own) => ({ ...plain, ...own })), uniqueIds: false })
  return requests.map((_, place) => /^content-length: (.*)\r$/im.exec(String(built(place)))?.[1])
}

test('a request states that it has no body for the methods that require it only', async () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PURGE']
  const lengths = await lengthsOf(methods.map((method) => ({ method, body: undefined })))
  expect(lengths).toEqual([undefined, undefined, '0', '0', '0', undefined, undefined, '0', undefined])
  expect(await lengthsOf([{ method: 'POST', body: Buffer.from('four') }])).toEqual(['4'])
})
