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
   * Whether a connection goes on with the session of an earlier one, which spares both sides most of the handshake. `never`: each does a whole
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
