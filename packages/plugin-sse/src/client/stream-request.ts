import type { HttpStreamOptions } from '@benchpress/core/plugin'
import type { SubscribeSettings } from './subscribe-settings.ts'

/** Writes the request of a connection, which resumes after an id unless the id is empty. */
export function writeStreamRequest(settings: SubscribeSettings, lastEventId: string): HttpStreamOptions {
  const { headers, query, name, timeout, resume, gzip } = settings
  const isResumed = lastEventId !== ''
  return {
    headers: {
      accept: 'text/event-stream',
      ...(gzip ? { 'accept-encoding': 'gzip' } : {}),
      ...(isResumed && resume === 'header' ? { 'last-event-id': bytesOf(lastEventId) } : {}),
      ...headers,
    },
    ...writeQuery(query, isResumed && typeof resume === 'object' ? resume.query : undefined, lastEventId),
    ...(name === undefined ? {} : { name }),
    ...(timeout === undefined ? {} : { timeout: timeout / 1000 }),
    // 204 means that there is nothing to subscribe to any more.
    expect: { status: [200, 204] },
  }
}

function writeQuery(query: SubscribeSettings['query'], idName: string | undefined, lastEventId: string): Pick<HttpStreamOptions, 'query'> {
  if (query === undefined && idName === undefined) return {}
  return { query: idName === undefined ? { ...query } : { ...query, [idName]: lastEventId } }
}

// The standard sends the id as UTF-8, and each character of a header is one byte.
function bytesOf(id: string): string {
  return Buffer.from(id, 'utf8').toString('latin1')
}
