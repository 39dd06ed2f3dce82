import { systemClock } from '../base/clock/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { HttpScenario } from '../load/user/http/http-scenario.ts'
import type { HttpSession } from '../load/user/http/http-session.ts'
import { DeadlineWheel } from '../load/wire/deadline-wheel.ts'
import { dialsInto, type Route } from '../load/wire/dial.ts'
import { HeadCache } from '../load/wire/head-cache.ts'

const readBufferSize = 64 * 1024

type SetupConfig = Pick<ResolvedConfig, 'timeout' | 'connectTimeout' | 'maxHeaderSize' | 'tls'> &
  Partial<Pick<ResolvedConfig, 'trustedOrigins'>>

/** An HTTP client in the thread that calls `run()`, whose requests are in no result. */
export class SetupHttp {
  readonly client: HttpSession
  readonly #http: HttpScenario
  readonly #wheel = new DeadlineWheel(systemClock)

  constructor({ timeout, connectTimeout, maxHeaderSize, tls, trustedOrigins: trusted = [] }: SetupConfig, url: string, route: Route) {
    this.#http = new HttpScenario({
      thread: { clock: systemClock, wheel: this.#wheel, heads: new HeadCache(), maxHeaderSize },
      createDial: dialsInto(Buffer.allocUnsafeSlow(readBufferSize)),
      route,
      url,
      timeout,
      connectTimeout,
      recorder: undefined,
      headers: {},
      otherOrigins: { trusted, tls },
      connections: 'perUser',
    })
    this.client = this.#http.session({ take: (now) => now })
  }

  /** Closes its connections; what is in flight is aborted. */
  async end(): Promise<void> {
    this.client.leave()
    await this.#http.end()
    this.#wheel.stop()
  }
}
