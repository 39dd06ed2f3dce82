import type { ThreadPlugins } from '../plugin/thread-plugins.ts'
import type { WireThread } from '../wire/connection.ts'

/** What the users of all scenarios on one thread share. */
export interface UserThread extends WireThread {
  readonly plugins: ThreadPlugins
}
