import { resolve } from 'node:path'
import { flag, InvalidFlagError, listFlag, readBinaryFile, switchFlag, countFlag, readTextFile, wordFlag } from '@benchpress/core/preset'
import type { FlagsOf, RequestSettings, ConnectionSettings } from '@benchpress/core/preset'
import type { TlsVersion } from '@benchpress/core'
import { parseForm, parseHeaders } from './request-texts.ts'

/** The flags of {@link RequestSettings}. */
export const requestFlags: FlagsOf<RequestSettings> = {
  method: flag('-m, --method <method>', 'HTTP method', parseMethod, { default: 'GET, or POST with a body' }),
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
    'the status a response must have to count as ok, or several as 200-299,404',
    parseStatuses,
    { default: '200 to 399' },
  ),
}

function parseMethod(text: string): string {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(text)) throw new InvalidFlagError('must be an HTTP method such as POST')
  return text.toUpperCase()
}

function parseStatuses(texts: readonly string[]): readonly number[] {
  return texts.flatMap((text) => text.split(',')).flatMap(parseRange)
}

function parseRange(text: string): readonly number[] {
  const [, first = '', last = first] = /^\s*(\d{3})(?:\s*-\s*(\d{3}))?\s*$/.exec(text) ?? []
  const count = Number(last) - Number(first) + 1
  if (Number(first) < 100 || Number(last) > 599 || count < 1)
    throw new InvalidFlagError('must be a status of 100 to 599, or a range of them such as 200-299')
  return Array.from({ length: count }, (_, index) => Number(first) + index)
}

const versions: readonly TlsVersion[] = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']
// As curl names them.
const shortVersions = versions.map((version) => version.replace('TLSv', ''))

/** The flags of {@link ConnectionSettings}. */
export const connectionFlags: FlagsOf<ConnectionSettings> = {
  insecure: switchFlag('-k, --insecure', 'accept any TLS certificate; the report says so', { env: 'BENCHPRESS_INSECURE' }),
  ca: listFlag('--ca <file>', 'trusted authorities (PEM), in place of the built-in list; may be repeated', (paths, context) =>
    paths.map((path) => readTextFile(path, context)),
  ),
  cert: flag('--cert <file>', "the client's certificate chain (PEM)", readTextFile),
  key: flag('--key <file>', "the client's private key (PEM)", readTextFile),
  servername: flag('-s, --servername <name>', 'name for SNI and verification', (text) => text),
  resume: wordFlag('--tls-resume <when>', 'resume earlier TLS sessions: never or perUser', ['never', 'perUser'], { default: 'never' }),
  minVersion: flag('--tls-min <version>', 'oldest TLS version that is offered, such as 1.2', readVersion, { words: shortVersions }),
  maxVersion: flag('--tls-max <version>', 'newest TLS version that is offered, such as 1.2', readVersion, { words: shortVersions }),
  ciphers: flag('--ciphers <list>', 'cipher suites, as OpenSSL lists them', (text) => text),
  keyLogFile: flag(
    '--tls-key-log <file>',
    'append the keys of TLS connections to this file, for Wireshark',
    (text, { cwd }) => resolve(cwd, text),
    { env: 'SSLKEYLOGFILE' },
  ),
  maxHeaderSize: countFlag('--max-header-size <bytes>', 'longest head of a response, in bytes; a longer one is a protocol error', {
    default: '16,384',
  }),
  unix: flag('-S, --unix <path>', 'Unix socket to connect to; the URL still gives host and path', (text, { cwd }) => resolve(cwd, text), {
    aliases: ['--socketPath <path>'],
  }),
}

function readVersion(text: string): TlsVersion {
  const version = versions.find((known) => known === text || known === `TLSv${text}`)
  if (version === undefined) throw new InvalidFlagError('must be 1, 1.1, 1.2 or 1.3')
  return version
}
