import type { ThreadPlugins } from '../plugin/thread-plugins.ts'
import type { WireThread } from '../wire/connection.ts'
import type { Timing } from './timing.ts'

/** What the users of all scenarios on one thread share. */
export interface UserThread extends WireThread {
  readonly plugins: ThreadPlugins
  /** Gives each open workload what decides how it is started; without it, or where it gives none, that is timers. */
  readonly takeTiming?: () => Timing | undefined
}
