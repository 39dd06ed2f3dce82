import type { SeriesRecorder } from '../../../measure/recorder/series-recorder.ts'
import type { Dial, Route } from '../../wire/dial.ts'
import type { TlsConfig } from '../../wire/tls-config.ts'
import { basicCredentials } from './credentials.ts'
import { checkHeaderName, headerLine } from './header-fields.ts'
import type { HttpWiring } from './http-wiring.ts'
import { findRoute } from './find-route.ts'

/** What is known of an origin that is the target, or one of its servers. */
export interface TargetOrigin {
  readonly route: Route
  /** Counts its requests, where it is one of several. */
  readonly server: SeriesRecorder | undefined
}

/** Where requests go: the origin of the target, or another one that a journey or a redirect names. One for each thread and scenario. */
export class HttpOrigin {
  /** Such as `http://localhost:3000`. */
  readonly url: string
  readonly isTarget: boolean
  /** Counts the requests to it, where the target is several servers. */
  readonly server: SeriesRecorder | undefined
  /** The lines of `Host` and, for the target and origins that are trusted as it is, of the scenario's headers, by their names in lower case. */
  readonly lines: ReadonlyMap<string, string>
  /** All of `lines`. */
  readonly fields: string
  readonly #wiring: HttpWiring
  readonly #isTrusted: boolean
  #dial: Dial | undefined
  #resolving: Promise<Dial> | undefined

  /** @param target of the target itself, or one of its servers; or what counts requests to any other */
  constructor(url: URL, wiring: HttpWiring, target: TargetOrigin | SeriesRecorder | undefined) {
    const isTarget = target !== undefined && 'route' in target
    this.url = url.origin
    this.isTarget = isTarget
    this.server = isTarget ? target.server : target
    this.#isTrusted = isTarget || wiring.otherOrigins?.trusted.includes(url.origin) === true
    this.lines = defaultLines(url, isTarget, this.#isTrusted ? wiring.headers : {})
    this.fields = [...this.lines.values()].join('')
    this.#wiring = wiring
    if (isTarget) this.#dial = wiring.createDial(target.route)
  }

  get isSecure(): boolean {
    return this.url.startsWith('https:')
  }

  /** How it is dialled; `undefined` until {@link resolve} has found out. */
  get dial(): Dial | undefined {
    return this.#dial
  }

  /**
   * Finds its address, once: a failure is forgotten, so that the next request tries again.
   *
   * @throws the resolver's error when its name is not known, or that of the connection where none of its addresses takes one
   */
  resolve(): Promise<Dial> {
    this.#resolving ??= this.#findDial().finally(() => {
      this.#resolving = undefined
    })
    return this.#resolving
  }

  async #findDial(): Promise<Dial> {
    const { route: target, otherOrigins, connectTimeout, createDial } = this.#wiring
    const tls = otherOrigins?.tls ?? target.tls
    const route: Route = await findRoute(new URL(this.url), this.#isTrusted ? tls : withoutIdentity(tls), connectTimeout)
    this.#dial = createDial(route)
    return this.#dial
  }
}

// What the client shows of itself; whom it believes is the same everywhere.
function withoutIdentity(tls: TlsConfig | undefined): TlsConfig {
  const { cert: _cert, key: _key, passphrase: _passphrase, ...rest } = tls ?? {}
  return rest
}

function defaultLines(url: URL, isTarget: boolean, headers: HttpWiring['headers']): Map<string, string> {
  const lines = new Map([['host', headerLine('host', url.host)]])
  const credentials = isTarget ? basicCredentials(url) : undefined
  if (credentials !== undefined) lines.set('authorization', headerLine('authorization', credentials))
  for (const [name, value] of Object.entries(headers)) {
    const lower = checkHeaderName(name)
    if (isTarget || lower !== 'host') lines.set(lower, headerLine(name, value))
  }
  return lines
}
