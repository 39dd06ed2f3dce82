import { resolve } from 'node:path'
import { last } from './flag.ts'
import type { FlagsOf } from './flag.ts'
import { readTextFile } from './read-file.ts'

/** How connections are made. Certificates and keys are PEM texts. */
export interface ConnectionSettings {
  readonly insecure: boolean | undefined
  readonly ca: readonly string[] | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly servername: string | undefined
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
  unix: {
    flags: '-S, --unix <path>',
    description: 'Unix socket to connect to; the URL still gives host and path',
    aliases: ['--socketPath <path>'],
    parse: last((text, { cwd }) => resolve(cwd, text)),
  },
}
