import type { HttpClient, HttpStream, StreamEnd } from '../../../../src/load/user/http/http-client.ts'
import { journey, type SetupContext } from '../../../../src/load/user/journey.ts'

interface Followed {
  readonly stream: HttpStream
  readonly opened: Promise<void>
  readonly ended: Promise<{ readonly end: StreamEnd; readonly bytes: number }>
}

function follow(http: HttpClient, path: string): Followed {
  const { promise, resolve } = Promise.withResolvers<{ end: StreamEnd; bytes: number }>()
  const opened = Promise.withResolvers<void>()
  let bytes = 0
  const stream = http.stream(
    path,
    {},
    {
      onHead: () => opened.resolve(),
      onBytes: (_buffer, start, end) => void (bytes += end - start),
      onEnd: (end) => resolve({ end, bytes }),
    },
  )
  return { stream, opened: opened.promise, ended: promise }
}

/** Reads a body to its end, and returns its number of bytes. */
export async function beforeAll({ http }: SetupContext): Promise<{ bytes: number }> {
  const { end, bytes } = await follow(http, '/finite').ended
  if (end.by !== 'target') throw new Error(end.reason)
  return { bytes }
}

/** Holds a stream for a while, and closes it. */
export default journey<{ bytes: number }>(async ({ http, check, sleepUntil, shared }) => {
  const { stream, opened, ended } = follow(http, '/events')
  await opened
  await sleepUntil('800ms')
  check('is open', stream.isOpen)
  stream.close()
  const { end, bytes } = await ended
  check('was heard of', bytes > 0 && shared.bytes > 0)
  check('was closed', end.by === 'client' && end.reason === 'closed by the user')
})

/** Holds streams, one of which never gets a response, until its user is stopped. */
export const forever = journey(async ({ http }) => {
  follow(http, '/unanswered')
  await follow(http, '/events').ended
})
