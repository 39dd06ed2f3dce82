import { InvalidFlagError, last, parseCount, readBinaryFile, type FlagsOf } from '@benchpress/core/preset'
import { parseForm, type Form } from './parse-form.ts'
import { parseHeaders } from './parse-headers.ts'

/** What each request looks like and what its response must look like. */
export interface RequestSettings {
  readonly method: string | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly body: string | undefined
  readonly input: Uint8Array | undefined
  readonly form: Form | undefined
  readonly uniqueIds: boolean | undefined
  readonly expectBody: string | undefined
  readonly expectStatus: readonly number[] | undefined
}

/** The flags of {@link RequestSettings}. */
export const requestFlags: FlagsOf<RequestSettings> = {
  method: { flags: '-m, --method <method>', description: 'HTTP method', default: 'GET, or POST with a form', parse: last(parseMethod) },
  headers: {
    flags: '-H, --header <header>',
    description: 'a header as "Name: value" or "Name=value"; may be repeated',
    aliases: ['--headers <header>'],
    repeatable: true,
    parse: parseHeaders,
  },
  body: { flags: '-b, --body <text>', description: 'request body', parse: last((text) => text) },
  input: { flags: '-i, --input <file>', description: 'file with the request body', parse: last(readBinaryFile) },
  form: { flags: '-F, --form <json>', description: 'multipart form as JSON, or a JSON file', parse: last(parseForm) },
  uniqueIds: {
    flags: '-I, --unique-ids',
    description: 'replace each [<id>] in path, headers and body by an id of its own for each request',
    aliases: ['--idReplacement'],
    parse: () => true,
  },
  expectBody: {
    flags: '-E, --expect-body <text>',
    description: 'the exact body a response must have to count as ok',
    aliases: ['--expectBody <text>'],
    parse: last((text) => text),
  },
  expectStatus: {
    flags: '--expect-status <status>',
    description: 'the status a response must have to count as ok, or several as 200,404',
    default: '200 to 399',
    repeatable: true,
    parse: parseStatuses,
  },
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
