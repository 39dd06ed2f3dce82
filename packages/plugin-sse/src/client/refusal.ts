import type { StreamHead } from '@benchpress/core/plugin'

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
