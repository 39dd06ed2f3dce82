import { resolve } from 'node:path'
import type { TlsConfig, TlsVersion } from '@benchpress/core'
import { InvalidFlagError, last, parseCount, parseWord, readTextFile, type FlagsOf } from '@benchpress/core/preset'

/** How connections are made. Certificates and keys are PEM texts. */
export interface ConnectionSettings {
  readonly insecure: boolean | undefined
  readonly ca: readonly string[] | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly servername: string | undefined
  readonly resume: TlsConfig['resume'] | undefined
  readonly minVersion: TlsVersion | undefined
  readonly maxVersion: TlsVersion | undefined
  readonly ciphers: string | undefined
  readonly keyLogFile: string | undefined
  readonly maxHeaderSize: number | undefined
  readonly unix: string | undefined
}

/** The flags of {@link ConnectionSettings}. */
export const connectionFlags: FlagsOf<ConnectionSettings> = {
  insecure: {
    flags: '-k, --insecure',
    description: 'accept any TLS certificate; the report says so',
    env: 'BENCHPRESS_INSECURE',
    parse: () => true,
  },
  ca: {
    flags: '--ca <file>',
    description: 'trusted authorities (PEM), in place of the built-in list; may be repeated',
    repeatable: true,
    parse: (paths, context) => paths.map((path) => readTextFile(path, context)),
  },
  cert: { flags: '--cert <file>', description: "the client's certificate chain (PEM)", parse: last(readTextFile) },
  key: { flags: '--key <file>', description: "the client's private key (PEM)", parse: last(readTextFile) },
  servername: { flags: '-s, --servername <name>', description: 'name for SNI and verification', parse: last((text) => text) },
  resume: {
    flags: '--tls-resume <when>',
    description: 'go on with earlier TLS sessions: never or perUser',
    default: 'never',
    parse: last((text) => parseWord(text, ['never', 'perUser'])),
  },
  minVersion: { flags: '--tls-min <version>', description: 'oldest TLS version that is offered, such as 1.2', parse: last(readVersion) },
  maxVersion: { flags: '--tls-max <version>', description: 'newest TLS version that is offered, such as 1.2', parse: last(readVersion) },
  ciphers: { flags: '--ciphers <list>', description: 'cipher suites, as OpenSSL lists them', parse: last((text) => text) },
  keyLogFile: {
    flags: '--tls-key-log <file>',
    description: 'append the keys of TLS connections to this file, for Wireshark',
    env: 'SSLKEYLOGFILE',
    parse: last((text, { cwd }) => resolve(cwd, text)),
  },
  maxHeaderSize: {
    flags: '--max-header-size <bytes>',
    description: 'what the head of a response must be shorter than, in bytes; else it is a protocol error',
    default: '16,384',
    parse: last((text) => parseCount(text)),
  },
  unix: {
    flags: '-S, --unix <path>',
    description: 'Unix socket to connect to; the URL still gives host and path',
    aliases: ['--socketPath <path>'],
    parse: last((text, { cwd }) => resolve(cwd, text)),
  },
}

const versions: readonly TlsVersion[] = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']

// Also as curl writes it: 1.2.
function readVersion(text: string): TlsVersion {
  const version = versions.find((known) => known === text || known === `TLSv${text}`)
  if (version === undefined) throw new InvalidFlagError('must be 1, 1.1, 1.2 or 1.3')
  return version
}
