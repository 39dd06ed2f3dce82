import type { ActiveList } from './active-list.ts'
import { failurePlace } from './failure.ts'

// The calls whose places are noted: the first ones of a scenario on a thread, and as many after one that was not awaited at an unknown place.
const mostTraced = 100
// The most names of calls that are kept; a journey may make any number of endpoints.
const mostNames = 1000

/** Finds where journeys make calls that they do not await, for the users of one scenario on one thread. */
export class CallPlaces {
  readonly #names = new Map<string, string>()
  #left = mostTraced

  /** Returns an error with the stack of a call, as long as places are looked for. */
  trace(): Error | undefined {
    if (this.#left === 0) return undefined
    this.#left -= 1
    return new Error()
  }

  /** Adds the place of a call to what was expected of it, if the place is known: `GET /items is awaited (order.journey.ts:12:9)`. */
  nameOf(expected: string, trace: Error | undefined): string {
    const known = this.#names.get(expected)
    const place = failurePlace(trace)
    if (place === undefined) {
      if (known === undefined) this.#left = mostTraced
      return known ?? expected
    }
    const name = `${expected} (${place})`
    if (known === undefined && this.#names.size < mostNames) this.#names.set(expected, name)
    return name
  }
}

// Whether this module itself looks at a call.
let isOwnLook = false

/**
 * The promise of a call that a journey makes, which knows whether anything awaits it.
 *
 * Whoever awaits a promise, or adds a reaction to it, reads its constructor first (ECMA-262, PromiseResolve and SpeciesConstructor). It is that of plain
 * promises, so that awaiting a call takes no longer.
 */
export class Call<Value> extends Promise<Value> {
  static {
    void Object.defineProperty(this.prototype, 'constructor', {
      get(this: Call<unknown>): PromiseConstructor {
        // The prototype itself may be asked, too.
        if (#calls in this) this.#onLook()
        return Promise
      },
    })
  }

  /** Names the call: an endpoint, or the name of the called function. */
  readonly what: string
  readonly trace: Error | undefined
  /** Whether its rejections are caught, so that a journey may leave it without awaiting it. */
  isCaught = false
  #calls: Calls | undefined

  constructor(start: (resolve: (value: Value) => void, reject: (reason: unknown) => void) => void, what: string, calls: Calls | undefined) {
    super(start)
    this.what = what
    this.trace = calls?.places.trace()
    this.#calls = calls
    calls?.unawaited.add(this)
  }

  /** Makes a call of a promise; a rejection counts as handled. */
  static of<Value>(promise: Promise<Value>, what: string, calls: Calls | undefined): Call<Value> {
    const call = new Call<Value>((resolve, reject) => void promise.then(resolve, reject), what, calls)
    call.markHandled()
    return call
  }

  override catch<Caught = never>(onRejected?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null): Promise<Value | Caught> {
    this.isCaught = true
    return super.catch(onRejected)
  }

  /** A rejection counts as handled, as with the function of this name. */
  markHandled(): void {
    isOwnLook = true
    void super.catch(ignore)
    isOwnLook = false
  }

  #onLook(): void {
    if (isOwnLook || this.#calls === undefined) return
    this.#calls.unawaited.delete(this)
    this.#calls = undefined
  }
}

function ignore(): void {}

/** The calls of one user. */
export interface Calls {
  readonly places: CallPlaces
  readonly unawaited: ActiveList<Call<unknown>>
}
