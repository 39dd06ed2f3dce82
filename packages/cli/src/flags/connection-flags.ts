import { resolve } from 'node:path'
import type { TlsVersion } from '@benchpress/core'
import { countFlag, flag, InvalidFlagError, listFlag, readTextFile, switchFlag, wordFlag } from '@benchpress/core/preset'
import type { ConnectionSettings, FlagsOf } from '@benchpress/core/preset'

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
