import type { StreamHead } from '@benchpress/core/plugin'

const eventStream = /^[\t\n\r ]*text\/event-stream[\t\n\r ]*(?:;|$)/i

/** Why a response is no stream of events, such as `status 503` or `content type text/html`; `undefined` for one that is. */
export function findRefusal({ status, headers }: StreamHead): string | undefined {
  if (status !== 200) return `status ${status}`
  const type = headers['content-type'] ?? ''
  return eventStream.test(type) ? undefined : `content type ${type === '' ? 'missing' : type}`
}
