import type { Call, CallPlaces } from './call.ts'
import { RequestError } from './failure.ts'
import type { UserRequests } from './plugin-requests.ts'

/** What an iteration has begun, and is not over when its journey has returned or thrown. */
interface IterationRest {
  /** Calls that nothing has awaited. */
  readonly unawaited: readonly Call<unknown>[]
  /** Calls whose requests are under way. */
  readonly underWay: readonly Call<unknown>[]
  /** The requests of plugins that were started since a time, in microseconds on the clock of the thread, and are under way. */
  readonly ofPlugins: readonly UserRequests[]
  readonly since: number
}

interface RestUser {
  readonly scenario: { readonly places: CallPlaces; readonly http: { readonly wiring: { readonly timeout: number } } }
  check(name: string, hasPassed: boolean): void
  fail(error: unknown): void
}

/** Counts what a journey has not awaited, although it has returned, as failed checks. */
export function countUnawaited({ unawaited, underWay, ofPlugins }: IterationRest, user: RestUser): void {
  const left = new Set(unawaited)
  // Something awaits these, such as a function that the journey has called without awaiting it.
  const inOthers = underWay.filter((call) => !call.isCaught && !left.has(call))
  const fail = ({ what, trace }: Pick<Call<unknown>, 'what' | 'trace'>, by = ''): void =>
    user.check(user.scenario.places.nameOf(`${what} is awaited${by}`, trace), false)
  for (const call of [...left, ...ofPlugins.map((requests) => requests.call)]) fail(call)
  for (const call of inOthers) fail(call, ' by its journey')
}

/**
 * Resolves when the rest of an iteration is over, those of plugins at the latest after the timeout of a request.
 *
 * An error fails the iteration, unless it is that of a request, whose outcome is counted.
 */
export async function awaitRest({ unawaited, underWay, ofPlugins, since }: IterationRest, user: RestUser): Promise<void> {
  const { timeout } = user.scenario.http.wiring
  const replies = ofPlugins.map((requests) => requests.untilEnded(since, timeout))
  for (const ended of await Promise.allSettled<unknown>([...unawaited, ...underWay, ...replies]))
    if (ended.status === 'rejected' && !(ended.reason instanceof RequestError)) user.fail(ended.reason)
}
