import { maybeUnheard } from '../maybe-unheard.ts'
import type { HttpAnswer } from './http-client.ts'
import type { RequestError } from './request-error.ts'

/** The promise that a journey holds, from its call until the last answer of its redirects. */
export class PendingAnswer {
  readonly promise: Promise<HttpAnswer>
  #resolve: ((answer: HttpAnswer) => void) | undefined
  #reject: ((reason: RequestError) => void) | undefined

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  resolve(answer: HttpAnswer): void {
    this.#resolve?.(answer)
  }

  reject(reason: RequestError): void {
    // A journey need not wait for a request: what became of it is counted in any case.
    void maybeUnheard(this.promise)
    this.#reject?.(reason)
  }
}
