import { failureReason } from '../failure-reason.ts'
import { checkStreamOptions } from './check-options.ts'
import { FormFiles } from './form-files.ts'
import type { HttpStream, HttpStreamOptions, StreamHandler } from './http-stream.ts'
import type { PlannedTime } from './http-wiring.ts'
import { mostRedirects } from './redirect.ts'
import { encodeBody, encodeMultipart } from './request-body.ts'
import { readMethod, type RequestParts, type RequestWriter } from './request-writer.ts'
import type { RoutePath } from './route-path.ts'
import type { StreamSetting } from './stream-exchange.ts'
import { UserStream, type StreamHost, type StreamUser } from './user-stream.ts'

/** The streams of one user that have not ended. */
export class UserStreams implements StreamHost {
  readonly setting: StreamSetting
  readonly writer: RequestWriter
  readonly user: StreamUser
  readonly #planned: PlannedTime
  readonly #streams = new Set<UserStream>()
  #over: string | undefined

  constructor(user: StreamUser, setting: StreamSetting, writer: RequestWriter, planned: PlannedTime) {
    this.setting = setting
    this.writer = writer
    this.user = user
    this.#planned = planned
  }

  /** @throws TypeError for a request that cannot be sent */
  open(path: string | RoutePath, options: HttpStreamOptions, handler: StreamHandler): HttpStream {
    checkStreamOptions(options, handler)
    const { method, multipart } = options
    const stream = new UserStream(this, handler, options.redirects ?? mostRedirects)
    const parts = { method: method === undefined ? 'GET' : readMethod(method), path, options, body: encodeBody(options) }
    if (this.#over !== undefined) this.#refuse(stream, this.#over)
    else if (multipart === undefined) this.#start(stream, parts)
    else void this.#startForm(stream, parts, multipart)
    this.#streams.add(stream)
    return stream
  }

  /** Closes all of them, and each that is asked for later. */
  close(reason: string): void {
    this.#over ??= reason
    // One that is asked for meanwhile ends by itself.
    for (const stream of new Set(this.#streams)) stream.close(reason)
  }

  onStreamEnd(stream: UserStream): void {
    this.#streams.delete(stream)
  }

  #start(stream: UserStream, parts: RequestParts): void {
    const request = this.writer.write(parts, this.user)
    const now = this.setting.wiring.thread.clock.now()
    stream.start(request, this.#planned.take(now), now)
  }

  async #startForm(stream: UserStream, parts: RequestParts, fields: NonNullable<HttpStreamOptions['multipart']>): Promise<void> {
    try {
      const body = await encodeMultipart(fields, FormFiles.of(this.setting.wiring.thread))
      if (!stream.isOver) this.#start(stream, { ...parts, body })
    } catch (error) {
      stream.end('error', failureReason(error))
    }
  }

  // Not at once: the call must have returned, and a journey that tries again whatever happens would never let the thread go.
  #refuse(stream: UserStream, reason: string): void {
    setImmediate(() => stream.close(reason))
  }
}
