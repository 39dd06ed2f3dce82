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
}
