import type { HttpStreamOptions, StreamHead } from '@benchpress/core/plugin'
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

const eventStream = /^[\t\n\r ]*text\/event-stream[\t\n\r ]*(?:;|$)/i

/** Finds why a response is no stream of events, such as `status 503` or `content type text/html`; `undefined` for a stream. */
export function findRefusal({ status, headers }: StreamHead): string | undefined {
  if (status !== 200) return `status ${status}`
  const type = headers['content-type'] ?? ''
  return eventStream.test(type) ? undefined : `content type ${type === '' ? 'missing' : type}`
}

const hints: Readonly<Record<string, string>> = {
  EMFILE: 'this process may open no more files; raise "ulimit -n", or use fewer users',
  ENFILE: 'the system may open no more files; raise fs.file-max, or use fewer users',
  EADDRNOTAVAIL: 'no local port is left; use fewer connections, or more addresses',
}

/** Adds advice to the reason why a connection could not be opened, where a limit of this machine was reached. */
export function explainReason(reason: string): string {
  const code = Object.keys(hints).find((known) => reason.includes(known))
  return code === undefined ? reason : `${code}: ${hints[code]}`
}
