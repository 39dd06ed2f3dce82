import { appendFileSync } from 'node:fs'
import { isIP, type NetConnectOpts } from 'node:net'
import type { ConnectionOptions, SecureContextOptions, TLSSocket } from 'node:tls'

/** How TLS connections are made. Certificates and keys are PEM texts. */
export interface TlsConfig {
  /** Accepts any certificate; said in every report. Default false. */
  readonly insecure?: boolean
  /** Trusted authorities, in place of Node.js' own list. */
  readonly ca?: string | readonly string[]
  /** The client's certificate chain. */
  readonly cert?: string
  /** The client's private key. */
  readonly key?: string
  readonly passphrase?: string
  /** Name for SNI and verification. Default: the host of the URL. */
  readonly servername?: string
  /**
   * Whether a connection continues the session of an earlier one, which spares both sides most of the handshake. `never`: each does a whole
   * handshake, as one of a user who has not been there before. `perUser`: with that of the same user, or the same connection of a workload of
   * connections. Default `never`.
   */
  readonly resume?: 'never' | 'perUser'
  /** The oldest version that is offered. Default: that of Node.js, TLSv1.2. */
  readonly minVersion?: TlsVersion
  /** The newest version that is offered. Default: TLSv1.3. */
  readonly maxVersion?: TlsVersion
  /** Cipher suites as OpenSSL lists them, in place of those of Node.js. */
  readonly ciphers?: string
  /** Path of a file, such as `keys.log`, to which the keys of all connections are appended, as Wireshark reads them. The command line takes it from `SSLKEYLOGFILE`. */
  readonly keyLogFile?: string
}

/** A version of TLS. */
export type TlsVersion = 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'

/** The session that one connection, or all of one user, may continue; the server gives it after a handshake. */
export interface Resumption {
  session: Buffer | undefined
}

/** Where a socket connects to, and what it reads into. */
type Destination = Pick<NetConnectOpts, 'onread'> & ({ readonly path: string } | { readonly host: string; readonly port: number })

/** What is reached: the host of its URL, for SNI and verification. */
type Named = { readonly host: string }

/** Opens TLS connections along a route. All of them share one context: certificates and keys are read once. */
export class SecureSockets {
  // Loaded for routes that need it: OpenSSL and its certificates take 5 MB of a process, and some in each thread.
  readonly #tls = process.getBuiltinModule('node:tls')
  readonly #options: ConnectionOptions
  readonly #resumes: boolean
  readonly #keyLogFile: string | undefined

  constructor(route: Named, config: TlsConfig) {
    this.#options = { ...peerOptions(route, config), secureContext: this.#tls.createSecureContext(contextOptions(config)) }
    this.#resumes = config.resume === 'perUser'
    this.#keyLogFile = config.keyLogFile
  }

  /** @param resumption holds the session to continue, and takes the one that follows */
  connect(destination: Destination, resumption: Resumption | undefined): TLSSocket {
    const session = this.#resumes ? resumption?.session : undefined
    // Node.js documents onread for TLS too, its types do not.
    const socket = this.#tls.connect({ ...destination, ...this.#options, ...(session === undefined ? {} : { session }) })
    if (this.#resumes && resumption !== undefined) {
      socket.on('session', (next: Buffer) => {
        resumption.session = next
      })
    }
    if (this.#keyLogFile !== undefined) logKeys(socket, this.#keyLogFile)
    return socket
  }
}

/** Options of `tls.connect` for a route: certificates are verified unless told otherwise, and only HTTP/1.1 is offered. */
export function tlsOptions(route: Named, config: TlsConfig): ConnectionOptions {
  return { ...peerOptions(route, config), ...contextOptions(config) }
}

function peerOptions(route: Named, config: TlsConfig): ConnectionOptions {
  const servername = config.servername ?? (isIP(route.host) === 0 ? route.host : undefined)
  return {
    rejectUnauthorized: config.insecure !== true,
    ALPNProtocols: ['http/1.1'],
    ...(servername === undefined ? {} : { servername }),
  }
}

function contextOptions({ ca, cert, key, passphrase, minVersion, maxVersion, ciphers }: TlsConfig): SecureContextOptions {
  return {
    ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(minVersion === undefined ? {} : { minVersion }),
    ...(maxVersion === undefined ? {} : { maxVersion }),
    ...(ciphers === undefined ? {} : { ciphers }),
  }
}

// With them the traffic can be read. A disk that is full costs the log, not the test.
function logKeys(socket: TLSSocket, file: string): void {
  socket.on('keylog', (line: Buffer) => {
    try {
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      socket.removeAllListeners('keylog')
    }
  })
}
