import { flag, InvalidFlagError, listFlag, parseCount, parseForm, parseHeaders, readBinaryFile, switchFlag } from '@benchpress/core/preset'
import type { FlagsOf, RequestSettings } from '@benchpress/core/preset'

/** The flags of {@link RequestSettings}. */
export const requestFlags: FlagsOf<RequestSettings> = {
  method: flag('-m, --method <method>', 'HTTP method', parseMethod, { default: 'GET, or POST with a form' }),
  headers: listFlag('-H, --header <header>', 'a header as "Name: value" or "Name=value"; may be repeated', parseHeaders, {
    aliases: ['--headers <header>'],
  }),
  body: flag('-b, --body <text>', 'request body', (text) => text),
  input: flag('-i, --input <file>', 'file with the request body', readBinaryFile),
  form: flag('-F, --form <json>', 'multipart form as JSON, or a JSON file', parseForm),
  uniqueIds: switchFlag('-I, --unique-ids', 'replace each [<id>] in path, headers and body by an id of its own for each request', {
    aliases: ['--idReplacement'],
  }),
  expectBody: flag('-E, --expect-body <text>', 'the exact body a response must have to count as ok', (text) => text, {
    aliases: ['--expectBody <text>'],
  }),
  expectStatus: listFlag(
    '--expect-status <status>',
    'the status a response must have to count as ok, or several as 200,404',
    parseStatuses,
    { default: '200 to 399' },
  ),
}

function parseMethod(text: string): string {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(text)) throw new InvalidFlagError('must be an HTTP method such as POST')
  return text.toUpperCase()
}

function parseStatuses(texts: readonly string[]): readonly number[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const status = parseCount(text, 100)
      if (status > 599) throw new InvalidFlagError('must be a status of 100 to 599')
      return status
    })
}
